// Die Bilder des Berichts: jedes macht aus seinen Daten und den Stellungen seiner Schalter die Angaben für ECharts.
"use strict";

const Bilder = (() => {
  const {
    farbe, reihe, zahl, prozent, hinweis, schmal, kurz, ZEICHEN, AUSSCHNITTE, STRICHE, schrift, wertachse, namensachse, zeitachse, tag, legende, blase, waagrecht, summe, gruppieren, stufen,
  } = Mittel;

  const bilder = {
    netz: {
      hoehe: () => (schmal() ? 380 : 560),
      angaben: ({ kanten, haeuser }, { wortgleich }) => {
        const paare = kanten
          .map((k) => ({ ...k, wert: wortgleich ? k.wortgleich : k.gruppen }))
          .filter((k) => k.wert > 0)
          .sort((a, b) => b.wert - a.wert)
          .slice(0, 120);
        const staerkste = Math.max(1, ...paare.map((k) => k.wert));
        const zusammen = new Map(haeuser.map((h) => [h, 0]));
        for (const k of paare) for (const h of [k.a, k.b]) zusammen.set(h, zusammen.get(h) + k.wert);
        const groesste = Math.max(1, ...zusammen.values());
        return {
          tooltip: blase({
            formatter: ({ dataType, data }) =>
              dataType === "edge"
                ? hinweis(`${data.source} und ${data.target}`, [
                    `gemeinsam: ${zahl(data.value)}, davon wortgleich: ${zahl(data.kante.wortgleich)}`,
                    `${data.source} zuerst: ${zahl(data.kante.a_zuerst)}`,
                    `${data.target} zuerst: ${zahl(data.kante.b_zuerst)}`,
                    `nicht entscheidbar: ${zahl(data.kante.offen)}`,
                  ])
                : hinweis(data.name, [`${zahl(data.value)} Verbindungen mit anderen Häusern`]),
          }),
          series: [
            {
              type: "graph",
              layout: "circular",
              circular: { rotateLabel: true },
              left: schmal() ? 80 : 120,
              right: schmal() ? 80 : 120,
              top: schmal() ? 80 : 110,
              bottom: schmal() ? 80 : 110,
              label: { show: true, position: "right", ...schrift(), formatter: ({ name }) => kurz(name, schmal() ? 10 : 18) },
              itemStyle: { color: farbe("--f1") },
              emphasis: { focus: "adjacency", lineStyle: { color: farbe("--f2"), opacity: 1 } },
              data: haeuser.map((name) => ({
                name,
                value: zusammen.get(name),
                symbolSize: 8 + 26 * Math.sqrt(zusammen.get(name) / groesste),
              })),
              links: paare.map((k) => ({
                source: k.a,
                target: k.b,
                value: k.wert,
                kante: k,
                lineStyle: { width: 0.75 + (7 * k.wert) / staerkste, color: farbe("--f5"), opacity: 0.55 },
              })),
            },
          ],
        };
      },
    },

    zuerst: {
      hoehe: ({ zeilen }) => 90 + 26 * zeilen.length,
      angaben: ({ zeilen }) =>
        gestapelt(
          zeilen.map((z) => z.haus),
          [
            ["zuerst da", zeilen.map((z) => z.zuerst)],
            ["später da", zeilen.map((z) => z.spaeter)],
            ["nicht entscheidbar", zeilen.map((z) => z.offen)],
          ],
          zahl,
        ),
    },

    revisionen: {
      hoehe: ({ haeuser }) => 110 + 26 * haeuser.length,
      angaben: ({ zeilen, haeuser, arten }, { ticker, fortschreibung }) => {
        const bleibt = zeilen.filter((z) => !(ticker && z.ticker) && !(fortschreibung && z.fortschreibung));
        const jeHaus = gruppieren(bleibt, "haus");
        const nenner = haeuser.map((h) => summe(jeHaus.get(h) || [], "items"));
        return gestapelt(
          haeuser,
          arten.map(({ art, name }) => [
            name,
            haeuser.map((h, i) => {
              const anzahl = summe((jeHaus.get(h) || []).filter((z) => z.art === art), "items");
              return nenner[i] ? anzahl / nenner[i] : 0;
            }),
          ]),
          prozent,
          haeuser.map((h, i) => `${zahl(nenner[i])} Items`),
        );
      },
    },

    akteure_zeit: {
      hoehe: () => (schmal() ? 420 : 460),
      angaben: ({ zeiten, nenner, reihen, einheit }, { anteil }) => ({
        legend: legende({ selected: Object.fromEntries(reihen.map((r, i) => [r.name, i < 5])) }),
        tooltip: blase({
          trigger: "axis",
          formatter: (punkte) =>
            punkte.length
              ? hinweis(
                  `${einheit === "woche" ? "Woche ab " : ""}${tag(punkte[0].axisValue)}`,
                  [...punkte]
                    .filter((p) => p.value !== null && p.value !== undefined)
                    .sort((a, b) => b.value - a.value)
                    .map((p) => `${p.seriesName}: ${anteil ? prozent(p.value, 2) : zahl(p.value)}`),
                )
              : "",
        }),
        grid: waagrecht({ top: 50 }),
        xAxis: zeitachse(zeiten),
        yAxis: wertachse({ axisLabel: { formatter: (w) => (anteil ? prozent(w) : zahl(w)) }, minInterval: anteil ? 0 : 1 }),
        series: reihen.map((r, i) => ({
          type: "line",
          name: r.name,
          color: reihe(i),
          symbol: ZEICHEN[i % ZEICHEN.length],
          symbolSize: 8,
          showSymbol: zeiten.length <= 60,
          lineStyle: { type: STRICHE[Math.floor(i / 4) % STRICHE.length], width: 2 },
          emphasis: { focus: "series" },
          data: r.werte.map((w, j) => (anteil && w !== null ? w / nenner[j] : w)),
        })),
      }),
    },

    akteure_steigend: {
      hoehe: ({ zeilen }) => 80 + 30 * zeilen.length,
      angaben: ({ zeilen }) => {
        const oben = [...zeilen].reverse();
        const punkte = (name, feld, symbol, nummer) => ({
          type: "scatter",
          name,
          symbol,
          symbolSize: 12,
          color: reihe(nummer),
          data: oben.map((z, i) => [z[feld], i]),
          z: 3,
        });
        return {
          legend: legende({ data: ["erste Hälfte", "zweite Hälfte"] }),
          tooltip: blase({
            formatter: ({ value }) => {
              const z = oben[value[1]];
              return hinweis(z.name, [
                `erste Hälfte: ${zahl(z.vorher)} Items (${prozent(z.anteil_vorher, 2)})`,
                `zweite Hälfte: ${zahl(z.nachher)} Items (${prozent(z.anteil_nachher, 2)})`,
              ]);
            },
          }),
          grid: waagrecht(),
          xAxis: wertachse({ axisLabel: { formatter: (w) => prozent(w) } }),
          yAxis: namensachse(oben.map((z) => z.name)),
          series: [
            {
              type: "custom",
              name: "Weg",
              silent: true,
              data: oben.map((z, i) => [i, z.anteil_vorher, z.anteil_nachher]),
              encode: { x: [1, 2], y: 0 },
              renderItem: (_, api) => {
                const [von, bis] = [api.coord([api.value(1), api.value(0)]), api.coord([api.value(2), api.value(0)])];
                return {
                  type: "line",
                  shape: { x1: von[0], y1: von[1], x2: bis[0], y2: bis[1] },
                  style: { stroke: farbe("--rand"), lineWidth: 2 },
                };
              },
            },
            punkte("erste Hälfte", "anteil_vorher", "emptyCircle", 4),
            punkte("zweite Hälfte", "anteil_nachher", "circle", 0),
          ],
        };
      },
    },

    akteure_haus: {
      hoehe: ({ akteure }) => 130 + 28 * akteure.length,
      angaben: ({ akteure, haeuser, werte }) =>
        raster(
          haeuser,
          akteure,
          werte.map(([a, h, items, nenner]) => [h, a, nenner ? items / nenner : 0, items, nenner]),
          (w) => prozent(w),
          ([h, a, anteil, items, nenner]) =>
            hinweis(`${akteure[a]} bei ${haeuser[h]}`, [`${zahl(items)} von ${zahl(nenner)} Items (${prozent(anteil, 2)})`]),
        ),
    },

    karte_deutschland: {
      hoehe: () => (schmal() ? 480 : 680),
      angaben: ({ orte }) => karte("deutschland", orte, 0.67),
    },

    karte_europa: {
      hoehe: () => (schmal() ? 420 : 600),
      angaben: ({ orte }) => karte("europa", orte, 0.62),
    },

    karte_welt: {
      hoehe: () => (schmal() ? 220 : 520),
      angaben: ({ orte }) => karte("welt", orte, 0.85),
    },

    ton_haus: {
      hoehe: ({ zeilen }) => 60 + 26 * zeilen.length,
      angaben: ({ zeilen }) => {
        const oben = [...zeilen].reverse();
        return {
          tooltip: blase({ formatter: ({ dataIndex }) => tonhinweis(oben[dataIndex].haus, oben[dataIndex]) }),
          grid: waagrecht({ top: 16 }),
          xAxis: wertachse({ min: 0, axisLabel: { formatter: (w) => prozent(w, 0) } }),
          yAxis: namensachse(oben.map((z) => z.haus)),
          series: [
            {
              type: "custom",
              data: oben.map((z, i) => [i, z.von, z.bis, z.anteil]),
              encode: { x: [1, 2, 3], y: 0 },
              renderItem: (_, api) => {
                const y = api.value(0);
                const [von, bis, mitte] = [1, 2, 3].map((stelle) => api.coord([api.value(stelle), y]));
                const strich = { stroke: farbe("--f1"), lineWidth: 2 };
                const linie = (x1, y1, x2, y2) => ({ type: "line", shape: { x1, y1, x2, y2 }, style: strich });
                return {
                  type: "group",
                  children: [
                    linie(von[0], von[1], bis[0], bis[1]),
                    linie(von[0], von[1] - 5, von[0], von[1] + 5),
                    linie(bis[0], bis[1] - 5, bis[0], bis[1] + 5),
                    { type: "circle", shape: { cx: mitte[0], cy: mitte[1], r: 5 }, style: { fill: farbe("--f1") } },
                  ],
                };
              },
            },
          ],
        };
      },
    },

    ton_woche: {
      hoehe: () => 380,
      angaben: ({ wochen, haeuser, alle }, { haus }) => {
        const { haus: name, werte } = haeuser[haus];
        return {
          legend: legende({ data: [name, "alle gewählten Häuser"] }),
          tooltip: blase({
            trigger: "axis",
            formatter: (punkte) =>
              punkte.length ? tonhinweis(`${name}, Woche ab ${tag(punkte[0].axisValue)}`, werte[punkte[0].dataIndex]) : "",
          }),
          grid: waagrecht({ top: 50 }),
          xAxis: zeitachse(wochen),
          yAxis: wertachse({ min: 0, axisLabel: { formatter: (w) => prozent(w, 0) } }),
          series: [
            {
              type: "custom",
              name: "Intervall",
              silent: true,
              data: werte.flatMap((w, i) => (w ? [[i, w.von, w.bis]] : [])),
              encode: { x: 0, y: [1, 2] },
              renderItem: (_, api) => {
                const [x, oben] = api.coord([api.value(0), api.value(2)]);
                const unten = api.coord([api.value(0), api.value(1)])[1];
                const breite = Math.max(4, Math.min(26, api.size([1, 0])[0] * 0.6));
                return {
                  type: "rect",
                  shape: { x: x - breite / 2, y: oben, width: breite, height: Math.max(1, unten - oben) },
                  style: { fill: farbe("--f1"), opacity: 0.22 },
                };
              },
            },
            {
              type: "line",
              name,
              color: farbe("--f1"),
              symbol: "circle",
              symbolSize: 8,
              showSymbol: wochen.length <= 40,
              data: werte.map((w) => (w ? w.anteil : null)),
            },
            {
              type: "line",
              name: "alle gewählten Häuser",
              color: farbe("--f5"),
              symbol: "emptyRect",
              symbolSize: 7,
              showSymbol: wochen.length <= 40,
              lineStyle: { type: "dashed" },
              data: alle,
            },
          ],
        };
      },
    },

    menge: {
      hoehe: ({ haeuser }) => 120 + 24 * haeuser.length,
      angaben: ({ zeiten, haeuser, werte, einheit }) =>
        raster(
          zeiten,
          haeuser,
          werte,
          (w) => zahl(w),
          ([t, h, items]) => hinweis(haeuser[h], [`${einheit === "woche" ? "Woche ab " : ""}${tag(zeiten[t])}: ${zahl(items)} Items`]),
          tag,
        ),
    },
  };

  function gestapelt(haeuser, reihen, form, zusatz = []) {
    const unten = [...haeuser.keys()].reverse();
    return {
      legend: legende(),
      tooltip: blase({
        trigger: "axis",
        axisPointer: { type: "shadow" },
        formatter: (punkte) =>
          punkte.length
            ? hinweis(punkte[0].axisValue, [
                ...[zusatz[unten[punkte[0].dataIndex]]].filter(Boolean),
                ...punkte.map((p) => `${p.seriesName}: ${form(p.value)}`),
              ])
            : "",
      }),
      grid: waagrecht(),
      xAxis: wertachse({ axisLabel: { formatter: (w) => form(w, form === prozent ? 1 : 0) } }),
      yAxis: namensachse(unten.map((i) => haeuser[i])),
      series: reihen.map(([name, werte], nummer) => ({
        type: "bar",
        stack: "alles",
        name,
        color: reihe(nummer),
        barMaxWidth: 20,
        itemStyle: { borderColor: farbe("--flaeche"), borderWidth: 1 },
        data: unten.map((i) => werte[i]),
      })),
    };
  }

  function raster(spalten, zeilen, werte, form, text, spaltenname = (name) => kurz(name, 14)) {
    const hoechst = Math.max(0, ...werte.map((w) => w[2]));
    const viele = spalten.length > (schmal() ? 6 : 14);
    return {
      tooltip: blase({ formatter: ({ value }) => text(value) }),
      grid: { left: 8, right: 16, top: 50, bottom: 8, containLabel: true },
      visualMap: stufen(hoechst, form),
      aria: { decal: { show: false } },
      xAxis: namensachse(spalten, {
        axisLabel: { rotate: viele ? 60 : 0, interval: viele ? "auto" : 0, hideOverlap: true, width: 110, formatter: spaltenname },
      }),
      yAxis: namensachse(zeilen, { inverse: true }),
      series: [
        {
          type: "heatmap",
          data: werte,
          encode: { x: 0, y: 1, value: 2 },
          label: {
            show: !viele,
            formatter: ({ value }) => (value[2] ? form(value[2]) : ""),
            color: farbe("--text"),
            textBorderColor: farbe("--karte"),
            textBorderWidth: 3,
          },
          itemStyle: { borderColor: farbe("--flaeche"), borderWidth: 1 },
        },
      ],
    };
  }

  function karte(name, orte, verhaeltnis) {
    const groesste = Math.max(1, ...orte.map((o) => o.items));
    return {
      tooltip: blase({
        formatter: ({ data }) => hinweis(data.name, [`${zahl(data.value[2])} Items aus ${zahl(data.haeuser)} Häusern`, data.ort_id]),
      }),
      geo: {
        map: "deutschland" === name ? name : "welt",
        ...AUSSCHNITTE[name],
        roam: "move",
        left: 0,
        right: 0,
        top: 0,
        bottom: 0,
        preserveAspect: "contain",
        aspectScale: verhaeltnis,
        silent: true,
        scaleLimit: { min: 1, max: 12 },
        itemStyle: { areaColor: farbe("--land"), borderColor: farbe("--landrand"), borderWidth: 0.6 },
      },
      aria: { decal: { show: false } },
      series: [
        {
          type: "scatter",
          coordinateSystem: "geo",
          symbolSize: (wert) => 5 + 30 * Math.sqrt(wert[2] / groesste),
          itemStyle: { color: farbe("--f2"), opacity: 0.7, borderColor: farbe("--karte"), borderWidth: 1 },
          label: {
            show: true,
            position: "right",
            ...schrift(),
            textBorderColor: farbe("--karte"),
            textBorderWidth: 3,
            formatter: ({ dataIndex, data }) => (dataIndex < (schmal() ? 6 : 14) ? data.name : ""),
          },
          labelLayout: { hideOverlap: true },
          emphasis: { label: { show: true, formatter: ({ data }) => data.name } },
          data: orte.map((o) => ({ name: o.name, value: [o.lon, o.lat, o.items], haeuser: o.haeuser, ort_id: o.ort_id })),
        },
      ],
    };
  }

  function tonhinweis(kopf, w) {
    if (!w) return hinweis(kopf, ["keine Titel"]);
    return hinweis(kopf, [
      `negativ: ${prozent(w.anteil)} (${prozent(w.von)} bis ${prozent(w.bis)})`,
      `${zahl(w.negativ)} von ${zahl(w.n)} Titeln`,
    ]);
  }

  return bilder;
})();
