"use strict";

/* Die Urteile einer Person an einer Stichprobe, mit Verlauf, gemerkt im Browser (localStorage).

   Jede Änderung liest erst, was gespeichert ist, und ändert nur die eigene Zeile: zwei offene Seiten verlieren
   einander so kein Urteil. Ohne localStorage lebt alles im Speicher der Seite, und `dauerhaft` ist falsch. */
class Urteilsspeicher {
  constructor(abdruck) {
    this.wurzel = `wurzelwerk-pruefbogen:${abdruck}`;
    this.dauerhaft = true;
    this.gesichert = true; // alles Geänderte steht in einer gespeicherten CSV-Datei
    this.name = null;
    this.stand = Urteilsspeicher.leer();
    try {
      localStorage.setItem(this.wurzel + "#", "1");
      localStorage.removeItem(this.wurzel + "#");
    } catch {
      this.dauerhaft = false;
    }
  }

  static leer() {
    return { urteile: {}, verlauf: [], stelle: null };
  }

  /* Wer hier zuletzt prüfte, oder null. */
  zuletzt() {
    return this.dauerhaft ? localStorage.getItem(this.wurzel) : null;
  }

  anmelden(name) {
    const fremd = this.name !== null && this.schluessel(name) !== this.schluessel(this.name);
    if (this.name === null || fremd) this.stand = Urteilsspeicher.leer();
    this.name = name;
    this.laden();
    this.merken(this.wurzel, name);
  }

  schluessel(name) {
    return `${this.wurzel}:${name.toLowerCase()}`;
  }

  /* Holt den gespeicherten Stand; ein unlesbarer bleibt unter anderem Schlüssel liegen. */
  laden() {
    if (!this.dauerhaft) return;
    const schluessel = this.schluessel(this.name);
    const text = localStorage.getItem(schluessel);
    if (text === null) return;
    try {
      const stand = { ...Urteilsspeicher.leer(), ...JSON.parse(text) };
      if (!(stand.urteile instanceof Object && Array.isArray(stand.verlauf))) throw new TypeError("kein Stand");
      this.stand = stand;
    } catch {
      this.merken(schluessel + ":unlesbar", text);
    }
  }

  merken(schluessel, text) {
    if (!this.dauerhaft) return;
    try {
      localStorage.setItem(schluessel, text);
    } catch {
      this.dauerhaft = false; // voll oder gesperrt; ab hier warnt die Seite
    }
  }

  sichern() {
    this.merken(this.schluessel(this.name), JSON.stringify(this.stand));
  }

  /* Ob ein Ereignis `storage` diesen Stand betrifft. */
  betrifft(schluessel) {
    return this.name !== null && schluessel === this.schluessel(this.name);
  }

  urteil(kennung) {
    return this.stand.urteile[kennung] ?? { urteil: "", bemerkung: "" };
  }

  /* Ändert Zeilen als einen Schritt des Verlaufs: {kennung: {urteil?, bemerkung?}}, an der Stelle der Kennung `ort`. */
  aendern(neu, ort) {
    this.laden();
    const vorher = {};
    for (const [kennung, werte] of Object.entries(neu)) {
      vorher[kennung] = this.urteil(kennung);
      this.stand.urteile[kennung] = { ...vorher[kennung], ...werte };
    }
    this.stand.verlauf.push([ort, vorher]);
    this.gesichert = false;
    this.sichern();
  }

  /* Nimmt den letzten Schritt zurück; die Kennung, an der er geschah, oder null. */
  zurueck() {
    this.laden();
    const schritt = this.stand.verlauf.pop();
    if (schritt === undefined) return null;
    const [ort, vorher] = schritt;
    Object.assign(this.stand.urteile, vorher);
    this.gesichert = false;
    this.sichern();
    return ort;
  }

  stehenbleiben(kennung) {
    this.laden();
    this.stand.stelle = kennung;
    this.sichern();
  }
}
