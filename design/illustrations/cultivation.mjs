// Food, people, land.
import { BLENDS, drawPacket } from './blends.mjs'
import { BP, farCrop, furrows, RP } from './crops.mjs'
import { figure } from './figure.mjs'
import { inks } from './inks.mjs'
import { leaf } from './leaves.mjs'
import { completeBox, milletPouch } from './millet-packs.mjs'
import { circle, clip, dots, fillPath, grain, rad, random, rect, transform } from './pen.mjs'
import { plant } from './plants.mjs'

/* cultivation tabs */
export function sceneFood() {
  let o = rect(0, 0, 640, 560, inks.mirch[500])
  const cx = 320,
    cy = 284
  o +=
    circle(cx, cy, 272, inks.mirch[600]) +
    dots(
      grain(cx - 270, cy - 270, 540, 540, 700, 4, { bx: 0.5, by: 0.3 }).filter(
        ([x, y]) => Math.hypot(x - cx, y - cy) < 268,
      ),
      inks.mirch[700],
      2.2,
    )
  const ring = [
    plant.lemon({ a: inks.haldi[400], b: inks.haldi[600], l: inks.bajra[400], m: inks.bajra[700] }),
    plant.curry(),
    plant.lime(),
    plant.staranise(),
    plant.turmeric(),
    plant.cardamom(),
    plant.coconut(),
    plant.basil({ a: inks.bajra[300], b: inks.bajra[600], k: inks.bajra[100] }),
    plant.garlic(),
    plant.pepper(),
  ]
  o += ''
  ring.forEach((m, i) => {
    const a = rad(i * 36 - 90)
    o += transform(m, cx + Math.cos(a) * 214, cy + Math.sin(a) * 212, { k: 0.98 })
  })
  o +=
    circle(cx + 10, cy + 12, 126, inks.ragi[900], 'opacity=".25"') +
    circle(cx, cy, 126, inks.straw[300]) +
    circle(cx - 3, cy - 3, 122, inks.straw[50]) +
    circle(cx, cy, 104, inks.straw[300]) +
    clip(
      `M${cx - 102} ${cy}a102 102 0 1 0 204 0a102 102 0 1 0 -204 0Z`,
      circle(cx, cy, 102, inks.haldi[600]) +
        circle(cx - 7, cy - 6, 100, inks.haldi[400]) +
        (() => {
          const R = random(9),
            p = [[], [], [], []]
          for (let i = 0; i < 640; i++) {
            const t = R() * 6.28,
              q = Math.sqrt(R()) * 100
            p[i % 4].push([cx + Math.cos(t) * q, cy + Math.sin(t) * q])
          }
          return (
            dots(p[0], inks.haldi[600], 6) +
            dots(p[1], inks.haldi[200], 4.6) +
            dots(p[2], inks.haldi[500], 5.4) +
            dots(p[3], inks.mirch[500], 2.6)
          )
        })(),
    )
  o +=
    transform(
      leaf(44, 14, { l: inks.bajra[400], m: inks.bajra[700], k: inks.bajra[200], veins: 4 }),
      cx - 6,
      cy + 14,
      { r: -36 },
    ) +
    transform(
      leaf(44, 14, { l: inks.bajra[300], m: inks.bajra[600], k: inks.bajra[100], veins: 4 }),
      cx - 2,
      cy + 12,
      { r: 28 },
    ) +
    [
      [-52, -30],
      [46, -44],
      [58, 26],
      [-44, 40],
      [10, 62],
      [-8, -66],
    ]
      .map(
        ([x, y], _i) =>
          circle(cx + x + 1.5, cy + y + 1.5, 10, inks.mirch[700]) +
          circle(cx + x, cy + y, 9.4, inks.mirch[500]) +
          circle(cx + x - 3, cy + y - 3, 2.8, inks.mirch[300]),
      )
      .join('')
  return { w: 640, h: 560, svg: o }
}

export function scenePeople() {
  let o = rect(0, 0, 640, 560, inks.bajra[300])
  const arch = (x, w, t, f) =>
    fillPath(
      `M${x} 560V${t + w * 0.5}C${x} ${t + w * 0.1} ${x + w * 0.36} ${t + w * 0.14} ${x + w / 2} ${t}C${x + w * 0.64} ${t + w * 0.14} ${x + w} ${t + w * 0.1} ${x + w} ${t + w * 0.5}V560Z`,
      f,
    )
  o +=
    arch(24, 188, 120, inks.gulab[200]) +
    arch(226, 188, 64, inks.haldi[300]) +
    arch(428, 188, 120, inks.mirch[400])
  const figs = [
    [
      118,
      450,
      figure({
        sari: inks.bajra[600],
        drape: inks.haldi[300],
        skin: 1,
        arms: [
          [-52, -28, -34, 4],
          [50, -30, 30, 4],
        ],
      }),
    ],
    [
      320,
      420,
      figure({
        sari: inks.mirch[600],
        drape: inks.gulab[200],
        skin: 2,
        cover: true,
        arms: [
          [-54, -26, -44, 6],
          [54, -26, 44, 6],
        ],
      }),
    ],
    [
      522,
      450,
      figure({
        sari: inks.haldi[400],
        drape: inks.ragi[600],
        skin: 0,
        arms: [
          [-52, -28, -30, 4],
          [50, -30, 34, 4],
        ],
      }),
    ],
  ]
  for (const [x, y, f] of figs) o += transform(f, x, y, { k: 1.72 })
  o +=
    rect(0, 446, 640, 120, inks.ragi[700]) +
    rect(0, 446, 640, 10, inks.ragi[500]) +
    dots(grain(0, 460, 640, 110, 220, 3, { bx: 0.4, by: 0.6 }), inks.ragi[800], 2.6)
  o +=
    transform(completeBox({ shadow: false }), 320, 500, { k: 0.62 }) +
    transform(milletPouch('ragi', { shadow: false }), 172, 508, { k: 0.42 }) +
    transform(milletPouch('bajra', { shadow: false }), 462, 508, { k: 0.42 }) +
    [
      [54, 0],
      [100, 9],
      [540, 15],
      [590, 4],
    ]
      .map(([x, b], i) =>
        transform(drawPacket(BLENDS[b], { shadow: false }), x, 514, { k: 0.5, r: [-4, 3, -3, 4][i] }),
      )
      .join('')
  return { w: 640, h: 560, svg: o }
}

export function sceneLand() {
  const w = 640,
    h = 560,
    hy = 214
  let o =
    rect(0, 0, w, h, inks.haldi[300]) +
    circle(430, hy - 10, 118, inks.mirch[500]) +
    dots(
      grain(312, 60, 236, 160, 220, 8).filter(([x, y]) => Math.hypot(x - 430, y - hy + 10) < 116),
      inks.mirch[600],
      2.4,
    ) +
    fillPath(
      `M0 ${hy - 8}C120 ${hy - 64} 240 ${hy - 50} 350 ${hy - 14}C450 ${hy - 40} 560 ${hy - 46} 640 ${hy - 20}V${hy + 4}H0Z`,
      inks.bajra[700],
    )
  o +=
    rect(0, hy, w, h, inks.ragi[600]) +
    furrows(w, h, hy, 430, [inks.ragi[600], inks.bajra[500], inks.ragi[500], inks.bajra[400]], 0.07, 30)
  ;[0, 1, 2].forEach((r) => {
    const _k = [0.7, 1.2, 2][r],
      _y = [hy + 26, hy + 90, hy + 206][r]
    o += r ? '' : farCrop(0, w, hy + 8, 26, 5, inks.bajra[300], inks.bajra[700])
  })
  o +=
    transform(plant.ragi(RP, { stalk: 260 }), 118, 286, { k: 1.9, r: -6 }) +
    transform(plant.bajra(BP, { stalk: 240, len: 116 }), 252, 392, { k: 1.9, r: 3 }) +
    transform(plant.ragi(RP, { stalk: 200 }), 548, 400, { k: 1.7, r: 7 })
  return { w, h, svg: o }
}
