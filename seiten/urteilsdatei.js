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

/* Als Map: in einem Objekt gälte auch »constructor« als Urteil. */
const URTEILE = new Map([["", ""], ...["richtig", "falsch", "unklar"].flatMap((u) => [[u, u], [u[0], u]])]);

/* Vergleicht gespeicherte Urteile mit den hiesigen.

   versionen: coder_version je Kennung dieser Stichprobe. Das Ergebnis nennt entweder den `fehler`, oder die
   Änderungen, wenn die Datei gilt (`datei`) und wenn das Hiesige gilt (`hiesig`), wie viele Zeilen sich widersprechen
   (`strittig`) und wie viele beurteilte nicht zu dieser Stichprobe gehören (`uebergangen`). */
function abgleichen(text, versionen, speicher) {
  const ergebnis = { fehler: "", datei: {}, hiesig: {}, strittig: 0, uebergangen: 0 };
  const gelesen = Csv.lesen(text);
  const fremd = gelesen.find((z) => z.pruefer && z.pruefer.trim().toLowerCase() !== speicher.name.toLowerCase());
  if (text.includes("\uFFFD")) ergebnis.fehler = "Die Datei ist nicht in UTF-8 gespeichert.";
  else if (!gelesen.length || !("kennung" in gelesen[0]) || !("urteil" in gelesen[0]))
    ergebnis.fehler = "Das sind keine gespeicherten Urteile; die Spalten kennung und urteil fehlen.";
  else if (fremd)
    ergebnis.fehler = `Diese Urteile sind von »${fremd.pruefer}«. Erst den Namen wechseln (Übersicht, »Wer prüft«).`;
  if (ergebnis.fehler) return ergebnis;
  for (const z of gelesen) {
    const urteil = URTEILE.get(z.urteil.trim().toLowerCase());
    const bemerkung = (z.bemerkung ?? "").trim();
    if (urteil === "" && !bemerkung) continue;
    const version = versionen.get(z.kennung);
    if (version === undefined || urteil === undefined || (z.coder_version && z.coder_version !== version)) {
      ergebnis.uebergangen++;
      continue;
    }
    const alt = speicher.urteil(z.kennung);
    const datei = { urteil: urteil || alt.urteil, bemerkung: bemerkung || alt.bemerkung };
    const hiesig = { urteil: alt.urteil || urteil, bemerkung: alt.bemerkung || bemerkung };
    if (datei.urteil === alt.urteil && datei.bemerkung === alt.bemerkung) continue;
    if (datei.urteil !== hiesig.urteil || datei.bemerkung !== hiesig.bemerkung) ergebnis.strittig++;
    ergebnis.datei[z.kennung] = datei;
    ergebnis.hiesig[z.kennung] = hiesig;
  }
  if (!Object.keys(ergebnis.datei).length)
    ergebnis.fehler = "Darin steht kein Urteil zu dieser Stichprobe, das hier noch fehlt.";
  return ergebnis;
}
