"use strict";

/* Was von einer Zeile der Stichprobe zu sehen ist, als Elemente; Text kommt nur als Text hinein. */
function element(art, klasse, ...inhalt) {
  const neu = document.createElement(art);
  if (klasse) neu.className = klasse;
  neu.append(...inhalt);
  return neu;
}

const Zeilenbild = {
  MARKEN: { weg: "del", neu: "ins", stelle: "mark" },

  /* Die beiden Texte eines Paars nebeneinander, oder Titel und Teaser untereinander. */
  texte(zeile) {
    const feld = Zeilenbild.textfeld;
    if (zeile.paar) {
      // Ohne zweites Item sind es zwei Fassungen desselben.
      const [a, b] = zeile.b.item ? ["Erster Text", "Zweiter Text"] : ["Vorher", "Nachher"];
      return element("div", "texte paar", feld(a, zeile.a), feld(b, zeile.b));
    }
    const felder = [feld("Titel", zeile.a)];
    if (zeile.b.text.length) felder.push(feld("Teaser", { text: zeile.b.text }, "teaser"));
    return element("div", "texte", ...felder);
  },

  textfeld(titel, teil, klasse = "") {
    const kopf = element("h3", "", element("b", "", titel));
    if (teil.haus) kopf.append(` ${teil.haus}`);
    if (teil.item) kopf.append(` · Item ${teil.item}`);
    const text = teil.text.map(([marke, stueck]) => (marke ? element(Zeilenbild.MARKEN[marke], "", stueck) : stueck));
    return element("div", `text ${klasse}`, kopf, element("p", "", ...text));
  },

  /* Der Unterschied eines Paars in Worten, für die, die keine Marken sehen. */
  unterschied(zeile) {
    if (!zeile.paar) return "";
    if (zeile.gleich) return "Wort für Wort gleich.";
    const nur = (name, teil) => {
      const worte = teil.text.filter(([marke]) => marke).map(([, text]) => text);
      return worte.length ? [`Nur im ${name} Text: ${worte.join(" … ")}.`] : [];
    };
    return [...nur("ersten", zeile.a), ...nur("zweiten", zeile.b)].join(" ");
  },

  /* Methode und, wo es eine gibt, Konfidenz. */
  herkunft(methode, konfidenz) {
    const teile = [element("span", "", "Methode ", element("b", "", methode))];
    if (konfidenz) {
      const zahl = Number(konfidenz).toLocaleString("de-DE", { minimumFractionDigits: 2 });
      teile.push(element("span", "", `Konfidenz ${zahl}`));
    }
    return teile;
  },

  angaben(zeile) {
    return zeile.angaben.flatMap(([name, inhalt]) => [element("dt", "", name), element("dd", "", String(inhalt))]);
  },
};
