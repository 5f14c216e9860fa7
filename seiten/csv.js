"use strict";

/* CSV nach RFC 4180: lesen mit Komma, Semikolon oder Tabulator, schreiben mit Komma. */
const Csv = {
  /* Zeilen als Objekte, nach den Namen der Kopfzeile. */
  lesen(text) {
    const inhalt = text.replace(/^\uFEFF/, "");
    const kopf = inhalt.split(/\r?\n/, 1)[0];
    const trenner = [",", ";", "\t"].reduce((a, b) => (kopf.split(b).length > kopf.split(a).length ? b : a));
    const zeilen = [[]];
    let feld = "";
    let offen = false;
    for (let i = 0; i <= inhalt.length; i++) {
      const zeichen = inhalt[i];
      if (offen && zeichen !== undefined) {
        if (zeichen !== '"') feld += zeichen;
        else if (inhalt[i + 1] === '"') feld += inhalt[i++];
        else offen = false;
      } else if (zeichen === '"' && feld === "") {
        offen = true;
      } else if (zeichen === trenner || zeichen === "\n" || zeichen === undefined) {
        zeilen.at(-1).push(feld);
        feld = "";
        if (zeichen === "\n") zeilen.push([]);
      } else if (zeichen !== "\r" || inhalt[i + 1] !== "\n") {
        feld += zeichen;
      }
    }
    const [namen, ...rest] = zeilen.filter((zeile) => zeile.some((wert) => wert !== ""));
    return (rest ?? []).map((zeile) =>
      Object.fromEntries((namen ?? []).map((name, i) => [name.trim().toLowerCase(), zeile[i] ?? ""])),
    );
  },

  /* Mit BOM, damit auch Excel die Umlaute liest. */
  schreiben(spalten, zeilen) {
    const feld = (wert) => (/[",;\t\r\n]|^\s|\s$/.test(wert) ? `"${wert.replaceAll('"', '""')}"` : wert);
    return "\uFEFF" + [spalten, ...zeilen].map((zeile) => zeile.map(feld).join(",") + "\r\n").join("");
  },
};
