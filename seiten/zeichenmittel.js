// Womit die Bilder des Berichts gezeichnet werden: Farben aus dem Stil, Zahlen in deutscher Schreibung, Achsen, Hinweise.
"use strict";

const Mittel = (() => {
  const sicher = echarts.format.encodeHTML;
  const farbe = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const reihe = (nummer) => farbe(`--f${(nummer % 8) + 1}`);
  const zahl = (wert, stellen = 0) =>
    Number(wert).toLocaleString("de-DE", { minimumFractionDigits: stellen, maximumFractionDigits: stellen });
  const prozent = (anteil, stellen = 1) => `${zahl(100 * anteil, stellen)} %`;
  const hinweis = (kopf, zeilen) => [`<b>${sicher(kopf)}</b>`, ...zeilen.map((z) => sicher(z))].join("<br>");
  const schmal = () => window.innerWidth < 600;
  const kurz = (text, laenge) => (text.length > laenge ? `${text.slice(0, laenge - 1)}…` : text);
  const namensbreite = () => (schmal() ? 96 : 190);

  // Zeichen, Stricharten und Farben laufen gegeneinander, damit sich keine zwei Reihen nur in der Farbe unterscheiden.
  const ZEICHEN = ["circle", "rect", "triangle", "diamond", "emptyCircle", "emptyRect", "emptyTriangle", "emptyDiamond"];
  const AUSSCHNITTE = { europa: { boundingCoords: [[-24, 71], [44, 34]] } };
  const STRICHE = ["solid", "dashed", "dotted"];

  const schrift = () => ({ color: farbe("--text"), fontFamily: farbe("--schrift") });
  const wertachse = (mehr = {}) => ({
    type: "value",
    axisLabel: { color: farbe("--leise"), hideOverlap: true, ...mehr.axisLabel },
    splitLine: { lineStyle: { color: farbe("--linie") } },
    nameTextStyle: { color: farbe("--leise") },
    ...Object.fromEntries(Object.entries(mehr).filter(([name]) => name !== "axisLabel")),
  });
  const namensachse = (namen, mehr = {}) => ({
    type: "category",
    data: namen,
    axisLabel: { color: farbe("--text"), width: namensbreite(), overflow: "truncate", ...mehr.axisLabel },
    axisLine: { lineStyle: { color: farbe("--rand") } },
    axisTick: { show: false },
    ...Object.fromEntries(Object.entries(mehr).filter(([name]) => name !== "axisLabel")),
  });
  const zeitachse = (zeiten) =>
    namensachse(zeiten, { axisLabel: { color: farbe("--leise"), width: 90, hideOverlap: true, formatter: tag } });
  let mehrereJahre = false;
  const tag = (iso) => `${iso.slice(8, 10)}.${iso.slice(5, 7)}.${mehrereJahre ? iso.slice(2, 4) : ""}`;
  const legende = (mehr = {}) => ({
    type: "scroll",
    top: 0,
    textStyle: { color: farbe("--text") },
    pageTextStyle: { color: farbe("--text") },
    pageIconColor: farbe("--akzent"),
    pageIconInactiveColor: farbe("--linie"),
    ...mehr,
  });
  const blase = (mehr = {}) => ({
    backgroundColor: farbe("--karte"),
    borderColor: farbe("--rand"),
    textStyle: { color: farbe("--text") },
    confine: true,
    ...mehr,
  });
  const waagrecht = (mehr = {}) => ({ left: 8, right: 24, top: 40, bottom: 8, containLabel: true, ...mehr });
  const summe = (zeilen, feld) => zeilen.reduce((bisher, z) => bisher + z[feld], 0);
  const gruppieren = (zeilen, feld) => {
    const gruppen = new Map();
    for (const z of zeilen) {
      if (!gruppen.has(z[feld])) gruppen.set(z[feld], []);
      gruppen.get(z[feld]).push(z);
    }
    return gruppen;
  };

  // Rand und Beschriftung einer Heatmap, von hell nach dunkel in einem Ton.
  const stufen = (hoechst, einheit) => ({
    type: "continuous",
    dimension: 2,
    min: 0,
    max: hoechst || 1,
    calculable: false,
    orient: "horizontal",
    left: "center",
    top: 0,
    itemHeight: 120,
    text: [einheit(hoechst || 1), einheit(0)],
    textStyle: { color: farbe("--leise") },
    inRange: { color: [farbe("--leer"), farbe("--f1")] },
  });

  return {
    sicher, farbe, reihe, zahl, prozent, hinweis, schmal, kurz, namensbreite, ZEICHEN, AUSSCHNITTE, STRICHE, schrift, wertachse, namensachse, zeitachse, tag, legende, blase, waagrecht, summe, gruppieren, stufen,
    jahreNennen: () => {
      mehrereJahre = true;
    },
  };
})();
