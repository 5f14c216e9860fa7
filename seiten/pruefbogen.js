"use strict";

/* Der Prüfbogen: zeigt eine Zeile, nimmt ihr Urteil und geht zur nächsten offenen. */
(() => {
  const $ = (id) => document.getElementById(id);
  const { abdruck, spalten, zeilen } = JSON.parse($("daten").textContent);
  if (zeilen.length === 0) return;

  const wert = (zeile, spalte) => zeile.werte[spalten.indexOf(spalte)];
  const kennung = (i) => wert(zeilen[i], "kennung");
  const nummer = new Map(zeilen.map((_, i) => [kennung(i), i]));
  const speicher = new Urteilsspeicher(abdruck);
  const herkunft = (zeile) => Zeilenbild.herkunft(wert(zeile, "methode"), wert(zeile, "konfidenz"));

  /* Welche Zeilen zu sehen sind: Name und ob eine Zeile mit diesem Stand dazugehört. */
  const FILTER = {
    alle: () => true,
    offen: (stand) => stand.urteil === "",
    richtig: (stand) => stand.urteil === "richtig",
    falsch: (stand) => stand.urteil === "falsch",
    unklar: (stand) => stand.urteil === "unklar",
    "mit Bemerkung": (stand) => stand.bemerkung !== "",
  };
  let filter = "alle";
  let methode = null;
  let hier = 0;

  const stand = (i) => speicher.urteil(kennung(i));
  const offen = (i) => stand(i).urteil === "";
  const inMethode = (i) => methode === null || wert(zeilen[i], "methode") === methode;
  const zuSehen = (i) => inMethode(i) && FILTER[filter](stand(i));

  /* Die nächste Zeile von `von` aus, für die `gilt`; -1, wenn keine. Schritt 1 oder -1, mit Umlauf oder ohne. */
  function suchen(von, gilt, schritt = 1, umlauf = false) {
    for (let n = 1; n <= zeilen.length; n++) {
      let i = von + n * schritt;
      if (umlauf) i = (i + 2 * zeilen.length) % zeilen.length;
      if (i < 0 || i >= zeilen.length) return -1;
      if (gilt(i)) return i;
    }
    return -1;
  }

  /* --- Anzeige -------------------------------------------------------------------------------------------------- */

  function zeigen() {
    const zeile = zeilen[hier];
    const passend = zuSehen(hier);
    $("karte").hidden = !passend;
    $("leer").hidden = passend;
    if (passend) {
      const nr = element("span", "", "Zeile ", element("b", "", String(hier + 1)), ` von ${zeilen.length}`);
      $("lage").replaceChildren(nr, ...herkunft(zeile));
      $("aussage").textContent = zeile.aussage;
      $("texte").replaceChildren(Zeilenbild.texte(zeile));
      $("unterschied").textContent = Zeilenbild.unterschied(zeile);
      $("unterschied").className = zeile.gleich ? "vergleich leise" : "vorlesen";
      $("angaben").replaceChildren(...Zeilenbild.angaben(zeile));
      $("angaben").hidden = zeile.angaben.length === 0;
      if (document.activeElement !== $("bemerkung")) $("bemerkung").value = stand(hier).bemerkung;
    } else {
      leerZeigen();
    }
    for (const knopf of document.querySelectorAll("[data-urteil]")) {
      knopf.disabled = !passend;
      knopf.setAttribute("aria-pressed", String(passend && stand(hier).urteil === knopf.dataset.urteil));
    }
    $("knopf-vor").disabled = suchen(hier, zuSehen, -1) < 0;
    $("knopf-nach").disabled = suchen(hier, zuSehen) < 0;
    $("knopf-zurueck").disabled = speicher.stand.verlauf.length === 0;
    $("pruefer").textContent = speicher.name;
    $("warnung").hidden = speicher.dauerhaft;
    fortschritt();
  }

  function leerZeigen() {
    const fertig = !zeilen.some((_, i) => offen(i));
    $("leer-titel").textContent = fertig ? "Alles beurteilt" : "Hier ist nichts mehr zu sehen";
    $("leer-text").textContent = fertig
      ? "Jede Zeile hat ein Urteil. Jetzt die Urteile als Datei speichern und weitergeben."
      : "Zu diesem Filter passt keine Zeile.";
    $("leer-speichern").hidden = !fertig;
  }

  function zaehlen(gilt) {
    const zahl = { zeilen: 0, richtig: 0, falsch: 0, unklar: 0, offen: 0 };
    zeilen.forEach((_, i) => {
      if (!gilt(i)) return;
      zahl.zeilen++;
      zahl[stand(i).urteil || "offen"]++;
    });
    return zahl;
  }

  function fortschritt() {
    const zahl = zaehlen(() => true);
    const beurteilt = zahl.zeilen - zahl.offen;
    for (const teil of $("balken").children) teil.style.width = `${(100 * zahl[teil.className]) / zahl.zeilen}%`;
    $("balken").setAttribute("aria-valuenow", String(beurteilt));
    $("balken").setAttribute(
      "aria-valuetext",
      `${beurteilt} von ${zahl.zeilen}: ${zahl.richtig} richtig, ${zahl.falsch} falsch, ${zahl.unklar} unklar`,
    );
    const fokus = document.activeElement?.dataset?.filter;
    const knoepfe = Object.entries(FILTER).map(([name, gilt]) => {
      const anzahl = zeilen.filter((_, i) => inMethode(i) && gilt(stand(i))).length;
      const knopf = element("button", "", `${name} `, element("b", "", String(anzahl)));
      knopf.type = "button";
      knopf.dataset.filter = name;
      knopf.setAttribute("aria-pressed", String(filter === name));
      return knopf;
    });
    if (methode !== null) {
      const knopf = element("button", "", `nur ${methode} `, element("span", "", "×"));
      knopf.type = "button";
      knopf.dataset.methode = "";
      knopf.setAttribute("aria-label", `Nur ${methode}: aufheben`);
      knopf.setAttribute("aria-pressed", "true");
      knoepfe.push(knopf);
    }
    $("filter").replaceChildren(...knoepfe);
    if (fokus) $("filter").querySelector(`[data-filter="${fokus}"]`)?.focus();
    document.title = `${beurteilt}/${zahl.zeilen} · Prüfbogen ${wert(zeilen[0], "schicht")}`;
  }

  const mehrzahl = (n) => (n === 1 ? "1 Zeile ist" : `${n} Zeilen sind`);
  const ansagen = (text) => ($("ansage").textContent = text);
  const beschreibung = () => `Zeile ${hier + 1} von ${zeilen.length}: ${zeilen[hier].aussage}`;

  /* --- Handlungen ----------------------------------------------------------------------------------------------- */

  function gehen(i, ansage = "") {
    if (i < 0) return;
    $("bemerkung").blur();
    hier = i;
    speicher.stehenbleiben(kennung(hier));
    zeigen();
    window.scrollTo(0, 0);
    ansagen(`${ansage}${beschreibung()}`);
  }

  function urteilen(urteil) {
    if (!zuSehen(hier)) return;
    if (stand(hier).urteil !== urteil) speicher.aendern({ [kennung(hier)]: { urteil } }, kennung(hier));
    if (filter === "alle" || filter === "offen") return naechsteOffene(`${urteil}. `);
    const weiter = suchen(hier, zuSehen, 1, true);
    if (weiter >= 0) return gehen(weiter, `${urteil}. `);
    zeigen();
    return ansagen(`${urteil}. ${$("leer-titel").textContent}`);
  }

  function naechsteOffene(ansage = "") {
    const weiter = suchen(hier, (i) => inMethode(i) && offen(i), 1, true);
    if (weiter >= 0) return gehen(weiter, ansage);
    filter = "offen"; // leer: so steht da, dass alles getan ist
    zeigen();
    return ansagen(`${ansage}${$("leer-titel").textContent}`);
  }

  function bemerken() {
    const bemerkung = $("bemerkung").value.trim();
    if (!$("karte").hidden && bemerkung !== stand(hier).bemerkung)
      speicher.aendern({ [kennung(hier)]: { bemerkung } }, kennung(hier));
  }

  function zuruecknehmen() {
    const ort = speicher.zurueck();
    if (ort === null) return ansagen("Nichts mehr zurückzunehmen.");
    const i = nummer.get(ort) ?? hier;
    hier = i;
    if (!zuSehen(i)) [filter, methode] = ["alle", null];
    gehen(i, "Zurückgenommen. ");
  }

  function filtern(neu, neueMethode = methode) {
    [filter, methode] = [neu, neueMethode];
    const i = zuSehen(hier) ? hier : suchen(hier, zuSehen, 1, true);
    if (i >= 0) return gehen(i);
    zeigen();
    ansagen($("leer-titel").textContent);
  }

  function uebersicht() {
    const namen = [...new Set(zeilen.map((zeile) => wert(zeile, "methode")))].sort((a, b) => a.localeCompare(b, "de"));
    const reihen = [null, ...namen].map((name) => {
      const zahl = zaehlen((i) => name === null || wert(zeilen[i], "methode") === name);
      const knopf = element("button", "", name ?? "alle Methoden");
      knopf.setAttribute("aria-pressed", String(methode === name));
      knopf.addEventListener("click", () => filtern("alle", name));
      const zahlen = Object.values(zahl).map((n) => element("td", "zahl", String(n)));
      return element("tr", "", element("td", "", knopf), ...zahlen);
    });
    $("methoden").replaceChildren(...reihen);
    $("uebersicht").showModal();
    $("uebersicht").querySelector(".haupt").focus();
  }

  function speichern() {
    bemerken();
    const teile = zeilen.map((zeile, i) => [...zeile.werte, speicher.name, stand(i).urteil, stand(i).bemerkung]);
    const schichten = [...new Set(zeilen.map((zeile) => wert(zeile, "schicht")))].join("-");
    const link = element("a");
    link.href = URL.createObjectURL(new Blob([Csv.schreiben(spalten, teile)], { type: "text/csv" }));
    link.download = `urteile-${schichten}-${speicher.name}`.replace(/[^\p{L}\p{N}]+/gu, "-").toLowerCase() + ".csv";
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    speicher.gesichert = true;
    ansagen(`${link.download} gespeichert.`);
  }

  /* Zeigt eine Frage und gibt die Nummer des gewählten Knopfs; Escape ist der letzte. */
  function fragen(titel, text, knoepfe) {
    $("frage-titel").textContent = titel;
    $("frage-text").textContent = text;
    const elemente = knoepfe.map((name, i) => {
      const knopf = element("button", i === 0 ? "haupt" : "", name);
      knopf.value = String(i);
      return knopf;
    });
    $("frage-knoepfe").replaceChildren(...elemente);
    $("frage").returnValue = String(knoepfe.length - 1);
    $("frage").showModal();
    return new Promise((fertig) =>
      $("frage").addEventListener("close", () => fertig(Number($("frage").returnValue)), { once: true }),
    );
  }

  async function einlesen(datei) {
    const versionen = new Map(zeilen.map((zeile) => [wert(zeile, "kennung"), wert(zeile, "coder_version")]));
    const abgleich = abgleichen(await datei.text(), versionen, speicher);
    const anzahl = Object.keys(abgleich.datei).length;
    if (abgleich.fehler) return fragen("Nicht eingelesen", `${datei.name}: ${abgleich.fehler}`, ["Schließen"]);
    let wahl = 0;
    if (abgleich.strittig) {
      const frage = `${mehrzahl(abgleich.strittig)} in ${datei.name} anders beurteilt als hier.`;
      wahl = await fragen("Welches Urteil gilt?", frage, ["Die Datei gilt", "Das Hiesige gilt", "Abbrechen"]);
      if (wahl === 2) return wahl;
    }
    speicher.aendern(wahl === 0 ? abgleich.datei : abgleich.hiesig, kennung(hier));
    const weiter = suchen(hier - 1, (i) => inMethode(i) && offen(i), 1, true);
    gehen(weiter >= 0 ? weiter : hier);
    const rest = abgleich.uebergangen ? ` ${mehrzahl(abgleich.uebergangen)} nicht von hier und übergangen.` : "";
    return fragen("Eingelesen", `${mehrzahl(anzahl)} aus ${datei.name} übernommen.${rest}`, ["Weiter"]);
  }

  function anmelden(name) {
    bemerken();
    speicher.anmelden(name);
    $("bogen").hidden = false;
    $("blatt").focus(); // sonst ginge die nächste Taste noch an das Feld für den Namen
    const gemerkt = nummer.get(speicher.stand.stelle);
    hier = gemerkt ?? 0;
    [filter, methode] = ["alle", null];
    $("bemerkung").value = stand(hier).bemerkung;
    zeigen();
    ansagen(beschreibung());
  }

  function nachNamenFragen() {
    $("name").value = speicher.name ?? "";
    $("wer").showModal();
    $("name").select();
  }

  /* --- Verdrahtung ---------------------------------------------------------------------------------------------- */

  const TASTEN = {
    r: () => urteilen("richtig"),
    f: () => urteilen("falsch"),
    u: () => urteilen("unklar"),
    k: () => $("bemerkung").focus(),
    b: () => $("bemerkung").focus(),
    h: () => gehen(suchen(hier, zuSehen, -1)),
    j: () => gehen(suchen(hier, zuSehen)),
    ArrowLeft: () => gehen(suchen(hier, zuSehen, -1)),
    ArrowRight: () => gehen(suchen(hier, zuSehen)),
    n: () => naechsteOffene(),
    z: zuruecknehmen,
    o: uebersicht,
    "?": () => $("hilfe").showModal(),
  };

  document.addEventListener("keydown", (ereignis) => {
    if (ereignis.ctrlKey || ereignis.altKey || ereignis.metaKey || ereignis.isComposing) return;
    if (document.querySelector("dialog[open]")) return;
    if (ereignis.target.closest("input, textarea, select")) {
      if (ereignis.key === "Escape") ereignis.target.blur();
      return;
    }
    const taste = ereignis.key.length === 1 ? ereignis.key.toLowerCase() : ereignis.key;
    if (!Object.hasOwn(TASTEN, taste)) return;
    ereignis.preventDefault();
    // Eine gehaltene Taste blättert, aber sie urteilt nicht.
    if (ereignis.repeat && !taste.startsWith("Arrow")) return;
    TASTEN[taste]();
  });

  for (const knopf of document.querySelectorAll("[data-urteil]"))
    knopf.addEventListener("click", () => urteilen(knopf.dataset.urteil));
  const klicks = {
    "knopf-vor": TASTEN.ArrowLeft,
    "knopf-nach": TASTEN.ArrowRight,
    "knopf-zurueck": zuruecknehmen,
    "knopf-uebersicht": uebersicht,
    "knopf-hilfe": TASTEN["?"],
    "knopf-name": () => {
      $("uebersicht").close();
      nachNamenFragen();
    },
    "knopf-speichern": speichern,
    "leer-speichern": speichern,
    "leer-alle": () => filtern("alle", null),
    "knopf-einlesen": () => $("datei").click(),
  };
  for (const [id, tun] of Object.entries(klicks)) $(id).addEventListener("click", tun);

  $("filter").addEventListener("click", (ereignis) => {
    const knopf = ereignis.target.closest("button");
    if (knopf) filtern(knopf.dataset.filter ?? filter, "methode" in knopf.dataset ? null : methode);
  });
  $("bemerkung").addEventListener("change", () => {
    bemerken();
    zeigen();
  });
  $("datei").addEventListener("change", async () => {
    const [datei] = $("datei").files;
    $("uebersicht").close();
    if (datei) await einlesen(datei);
    $("datei").value = "";
  });
  // Gleich beim Absenden: das Ereignis close käme erst nach der nächsten Taste.
  $("wer").addEventListener("submit", (ereignis) => {
    ereignis.preventDefault();
    const name = $("name").value.trim().replace(/\s+/g, " ");
    if (!name) return;
    $("wer").close();
    anmelden(name);
  });
  // Chromium lässt ein zweites Escape auch gegen preventDefault schließen.
  $("wer").addEventListener("close", () => speicher.name ?? nachNamenFragen());

  window.addEventListener("storage", (ereignis) => {
    if (!speicher.betrifft(ereignis.key)) return;
    speicher.laden();
    zeigen();
  });
  window.addEventListener("pagehide", bemerken);
  window.addEventListener("beforeunload", (ereignis) => {
    bemerken();
    if (!speicher.dauerhaft && !speicher.gesichert) ereignis.preventDefault();
  });
  window.addEventListener("beforeprint", () => {
    const abschnitte = zeilen.map((zeile, i) => {
      const { urteil, bemerkung } = stand(i);
      const satz = `Urteil: ${urteil || "offen"}${bemerkung ? ` · ${bemerkung}` : ""}`;
      const kopf = element("p", "lage", `${i + 1}`, ...herkunft(zeile));
      const bild = Zeilenbild.texte(zeile);
      return element("section", "", kopf, element("h2", "", zeile.aussage), bild, element("p", "", satz));
    });
    $("druck").replaceChildren(...abschnitte);
  });
  window.addEventListener("afterprint", () => $("druck").replaceChildren());

  const bekannt = speicher.zuletzt();
  if (bekannt) anmelden(bekannt);
  else nachNamenFragen();
})();
