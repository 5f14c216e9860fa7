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

  /* --- Bausteine ------------------------------------------------------------------------------------------------ */

  function element(art, klasse, ...inhalt) {
    const neu = document.createElement(art);
    if (klasse) neu.className = klasse;
    neu.append(...inhalt);
    return neu;
  }

  const MARKEN = { weg: "del", neu: "ins", stelle: "mark" };
  const markiert = (segmente) =>
    segmente.map(([marke, text]) => (marke ? element(MARKEN[marke], "", text) : text));

  function textfeld(titel, teil, klasse = "") {
    const kopf = element("h3", "", element("b", "", titel));
    if (teil.haus) kopf.append(` ${teil.haus}`);
    if (teil.item) kopf.append(` · Item ${teil.item}`);
    return element("div", `text ${klasse}`, kopf, element("p", "", ...markiert(teil.text)));
  }

  function texte(zeile) {
    if (zeile.paar) {
      // Ohne zweites Item sind es zwei Fassungen desselben.
      const [a, b] = zeile.b.item ? ["Erster Text", "Zweiter Text"] : ["Vorher", "Nachher"];
      return element("div", "texte paar", textfeld(a, zeile.a), textfeld(b, zeile.b));
    }
    const felder = [textfeld("Titel", zeile.a)];
    if (zeile.b.text.length) felder.push(textfeld("Teaser", { text: zeile.b.text }, "teaser"));
    return element("div", "texte", ...felder);
  }

  function vergleich(zeile) {
    if (!zeile.paar) return "";
    if (zeile.gleich) return "Wort für Wort gleich.";
    const nur = (teil) => teil.text.filter(([marke]) => marke).map(([, text]) => text);
    const satz = (name, worte) => (worte.length ? `Nur im ${name} Text: ${worte.join(" … ")}.` : "");
    return [satz("ersten", nur(zeile.a)), satz("zweiten", nur(zeile.b))].filter(Boolean).join(" ");
  }

  function lage(zeile) {
    const konfidenz = wert(zeile, "konfidenz");
    const teile = [element("span", "", "Methode ", element("b", "", wert(zeile, "methode")))];
    if (konfidenz) teile.push(element("span", "", `Konfidenz ${Number(konfidenz).toLocaleString("de-DE")}`));
    return teile;
  }

  const angaben = (zeile) =>
    zeile.angaben.flatMap(([name, inhalt]) => [element("dt", "", name), element("dd", "", String(inhalt))]);

  /* --- Anzeige -------------------------------------------------------------------------------------------------- */

  function zeigen() {
    const zeile = zeilen[hier];
    const passend = zuSehen(hier);
    $("karte").hidden = !passend;
    $("leer").hidden = passend;
    if (passend) {
      const nr = element("span", "", "Zeile ", element("b", "", String(hier + 1)), ` von ${zeilen.length}`);
      $("lage").replaceChildren(nr, ...lage(zeile));
      $("aussage").textContent = zeile.aussage;
      $("texte").replaceChildren(texte(zeile));
      $("unterschied").textContent = vergleich(zeile);
      $("unterschied").className = zeile.gleich ? "vergleich leise" : "vorlesen";
      $("angaben").replaceChildren(...angaben(zeile));
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
    const text = await datei.text();
    const gelesen = Csv.lesen(text);
    const abbruch = (grund) => fragen("Nicht eingelesen", `${datei.name}: ${grund}`, ["Schließen"]);
    if (text.includes("\uFFFD")) return abbruch("Die Datei ist nicht in UTF-8 gespeichert.");
    if (!gelesen.length || !("kennung" in gelesen[0]) || !("urteil" in gelesen[0]))
      return abbruch("Das sind keine gespeicherten Urteile; die Spalten kennung und urteil fehlen.");
    const fremd = gelesen.find((z) => z.pruefer && z.pruefer.trim().toLowerCase() !== speicher.name.toLowerCase());
    if (fremd)
      return abbruch(`Diese Urteile sind von »${fremd.pruefer}«. Oben den Namen wechseln, dann noch einmal einlesen.`);
    const neu = {};
    let strittig = 0;
    for (const z of gelesen) {
      const i = nummer.get(z.kennung);
      const gilt = i !== undefined && (!z.coder_version || z.coder_version === wert(zeilen[i], "coder_version"));
      const urteil = z.urteil.trim().toLowerCase();
      const bemerkung = (z.bemerkung ?? "").trim();
      if (!gilt || !["", "richtig", "falsch", "unklar"].includes(urteil) || !(urteil || bemerkung)) continue;
      const alt = stand(i);
      if ((urteil && alt.urteil && alt.urteil !== urteil) || (bemerkung && alt.bemerkung && alt.bemerkung !== bemerkung))
        strittig++;
      if (urteil !== alt.urteil || bemerkung !== alt.bemerkung)
        neu[z.kennung] = { urteil: urteil || alt.urteil, bemerkung: bemerkung || alt.bemerkung };
    }
    if (!Object.keys(neu).length) return abbruch("Darin steht kein Urteil zu dieser Stichprobe, das hier noch fehlt.");
    if (strittig) {
      const frage = `${strittig} Zeilen sind hier anders beurteilt als in ${datei.name}.`;
      const wahl = await fragen("Welches Urteil gilt?", frage, ["Die Datei gilt", "Das Hiesige gilt", "Abbrechen"]);
      if (wahl === 2) return undefined;
      if (wahl === 1)
        for (const [k, werte] of Object.entries(neu)) {
          const alt = speicher.urteil(k);
          neu[k] = { urteil: alt.urteil || werte.urteil, bemerkung: alt.bemerkung || werte.bemerkung };
        }
    }
    speicher.aendern(neu, kennung(hier));
    const weiter = suchen(hier - 1, (i) => inMethode(i) && offen(i), 1, true);
    gehen(weiter >= 0 ? weiter : hier);
    const anzahl = Object.keys(neu).length;
    return fragen("Eingelesen", `${anzahl} ${anzahl === 1 ? "Zeile" : "Zeilen"} aus ${datei.name} übernommen.`, ["Weiter"]);
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
      const kopf = element("p", "lage", `${i + 1}`, ...lage(zeile));
      return element("section", "", kopf, element("h2", "", zeile.aussage), texte(zeile), element("p", "", satz));
    });
    $("druck").replaceChildren(...abschnitte);
  });
  window.addEventListener("afterprint", () => $("druck").replaceChildren());

  const bekannt = speicher.zuletzt();
  if (bekannt) anmelden(bekannt);
  else nachNamenFragen();
})();
