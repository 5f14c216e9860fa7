// Zeichnet die Bilder des Berichts aus den Daten, die in der Seite stehen, als SVG, und hört auf die Schalter.
"use strict";

(() => {
  const DATEN = JSON.parse(document.getElementById("daten").textContent);
  const gezeichnet = new Map();
  if (DATEN.mehrere_jahre) Mittel.jahreNennen();

  function stellungen(name) {
    const feld = document.querySelector(`.schalter[data-bild="${name}"]`);
    if (!feld) return {};
    return Object.fromEntries(
      [...feld.querySelectorAll("input, select")].map((e) => [e.name, e.type === "checkbox" ? e.checked : e.value]),
    );
  }

  /* Was über einem Bild eingestellt ist, in Worten: im Druck fehlen die Schalter, und Vorlesegeräte sehen kein Bild. */
  function einstellung(name) {
    const felder = document.querySelectorAll(`.schalter[data-bild="${name}"] :is(input:checked, select)`);
    const wort = (e) => e.labels[0].firstChild.textContent.trim();
    return [...felder]
      .map((e) => (e.type === "checkbox" ? e.labels[0].textContent.trim() : `${wort(e)} ${e.selectedOptions[0].text}`))
      .join(", ");
  }

  function zeichnen(name) {
    const ort = document.getElementById(`zeichnung-${name}`);
    const daten = DATEN.bilder[name];
    ort.style.height = `${Bilder[name].hoehe(daten)}px`;
    let bild = gezeichnet.get(name);
    if (!bild) {
      bild = echarts.init(ort, null, { renderer: "svg" });
      gezeichnet.set(name, bild);
    }
    bild.resize();
    const angaben = Bilder[name].angaben(daten, stellungen(name));
    bild.setOption(
      {
        animation: false,
        backgroundColor: "transparent",
        textStyle: Mittel.schrift(),
        ...angaben,
        aria: { enabled: true, label: { description: ort.dataset.alt }, decal: { show: true }, ...angaben.aria },
      },
      { notMerge: true },
    );
    // ECharts setzt role und aria-label selbst; ohne Beschreibung bliebe das Bild für Vorlesegeräte stumm.
    ort.setAttribute("role", "img");
    const gestellt = einstellung(name);
    ort.setAttribute("aria-label", gestellt ? `${ort.dataset.alt} Gezeichnet mit: ${gestellt}.` : ort.dataset.alt);
    const zeile = ort.parentElement.querySelector(".stellung");
    if (zeile) zeile.textContent = gestellt && `Gezeichnet mit: ${gestellt}.`;
  }

  const alles = () => Object.keys(DATEN.bilder).forEach(zeichnen);

  for (const [name, umriss] of Object.entries(DATEN.umrisse)) echarts.registerMap(name, umriss);
  for (const feld of document.querySelectorAll(".schalter")) {
    feld.addEventListener("change", () => zeichnen(feld.dataset.bild));
  }
  for (const taste of document.querySelectorAll("[data-lupe]")) {
    taste.addEventListener("click", () => {
      const bild = gezeichnet.get(taste.closest(".schalter").dataset.bild);
      const mitte = { originX: bild.getWidth() / 2, originY: bild.getHeight() / 2 };
      bild.dispatchAction({ type: "geoRoam", componentType: "geo", geoIndex: 0, zoom: Number(taste.dataset.lupe), ...mitte });
    });
  }
  let wartet = 0;
  window.addEventListener("resize", () => {
    clearTimeout(wartet);
    wartet = setTimeout(alles, 150);
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", alles);
  matchMedia("print").addEventListener("change", alles);
  alles();
})();
