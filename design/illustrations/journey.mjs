// From field to plate in four pictures.
import { BLENDS, drawPacket } from './blends.mjs'
import { servedBowl } from './containers.mjs'
import { BP, cropRow, farCrop, furrows, grains, RP } from './crops.mjs'
import { figure } from './figure.mjs'
import { inks } from './inks.mjs'
import { leaf } from './leaves.mjs'
import { lettering } from './lettering.mjs'
import { completeBox, milletPouch } from './millet-packs.mjs'
import {
  circle,
  clip,
  coarse,
  dots,
  ellipse,
  fillPath,
  form,
  grain,
  rect,
  strokePath,
  transform,
} from './pen.mjs'
import { plant } from './plants.mjs'

/* the journey: four plates, one horizon and one road */
export const JW = 360,
  JH = 420,
  JY = 268

export function plate(inner, sky) {
  return rect(0, 0, JW, JH, sky) + inner
}

export const road = (a, b, y0 = 352, y1 = 352) =>
  fillPath(
    `M0 ${y0 - 13}C${JW * 0.3} ${a - 13} ${JW * 0.7} ${b - 13} ${JW} ${y1 - 13}V${y1 + 13}C${JW * 0.7} ${b + 13} ${JW * 0.3} ${a + 13} 0 ${y0 + 13}Z`,
    inks.straw[200],
  ) +
  strokePath(
    `M0 ${y0}C${JW * 0.3} ${a} ${JW * 0.7} ${b} ${JW} ${y1}`,
    inks.straw[400],
    2.4,
    'stroke-dasharray="2 11"',
  )

export const journey = [
  () =>
    plate(
      circle(262, 118, 60, inks.mirch[400]) +
        fillPath(`M0 ${JY - 10}C90 ${JY - 44} 200 ${JY - 38} 360 ${JY - 12}V${JY + 4}H0Z`, inks.bajra[600]) +
        rect(0, JY, JW, JH, inks.bajra[500]) +
        furrows(JW, JH, JY, 262, [inks.bajra[500], inks.bajra[400]], 0.08, 22) +
        farCrop(0, JW, JY + 6, 24, 2, inks.bajra[300], inks.bajra[700]) +
        cropRow(10, 120, 304, 1.1, 8, 3, inks.bajra[300], inks.bajra[800], 30) +
        cropRow(232, 350, 304, 1.1, 8, 8, inks.bajra[300], inks.bajra[800], 30) +
        road(372, 340, 372, 366) +
        transform(
          figure({
            sari: inks.mirch[500],
            drape: inks.haldi[300],
            cover: true,
            full: true,
            skin: 1,
            arms: [
              [-54, -30, -44, -4],
              [52, -32, 40, -6],
            ],
          }),
          176,
          282,
          { k: 1 },
        ) +
        transform(
          fillPath('M-58 -2C-50 20 50 20 58 -2C40 -12 -40 -12 -58 -2Z', inks.straw[500]) +
            ellipse(0, -4, 56, 10, inks.straw[400]) +
            grains(-46, -13, 92, 12, 44, 6, [inks.haldi[300], inks.haldi[500], inks.mirch[500]]),
          174,
          278,
        ) +
        transform(plant.ragi(RP, { stalk: 230 }), 44, 196, { k: 1.12, r: -6 }) +
        transform(plant.bajra(BP, { stalk: 200, len: 104 }), 316, 250, { k: 1.1, r: 6 }) +
        transform(plant.ragi(RP, { stalk: 150 }), 350, 318, { k: 0.86, r: 8 }),
      inks.haldi[200],
    ),
  () =>
    plate(
      rect(0, JY, JW, JH, inks.bajra[500]) +
        furrows(JW, JH, JY, 60, [inks.bajra[500], inks.bajra[400]], 0.2, 14) +
        farCrop(0, 150, JY + 6, 22, 12, inks.bajra[300], inks.bajra[700]) +
        fillPath(`M150 ${JY + 30}V120H336V${JY + 30}Z`, inks.gulab[300]) +
        fillPath(`M284 120H336V${JY + 30}H284Z`, inks.gulab[400]) +
        fillPath('M134 124L176 72H312L354 124Z', inks.mirch[500]) +
        fillPath('M292 72H312L354 124H318Z', inks.mirch[700]) +
        strokePath('M176 72L162 124M206 72L198 124M236 72V124M266 72L274 124', inks.mirch[700], 2) +
        rect(176, 160, 44, 52, inks.ragi[700]) +
        strokePath('M198 160V212M176 186H220', inks.gulab[200], 3) +
        rect(240, 176, 40, JY + 30 - 176, inks.ragi[800]) +
        lettering('Mill', 198, 148, {
          f: 'eczar',
          wght: 700,
          size: 19,
          fill: inks.ragi[800],
          anchor: 'middle',
        }) +
        road(372, 350, 366, 356) +
        [
          [304, 322, 1],
          [336, 330, 0.9],
          [320, 302, 0.82],
        ]
          .map(([x, y, k]) =>
            transform(
              form(
                'M-26 0C-32 -22 -26 -44 -16 -50H16C26 -44 32 -22 26 0Q0 6 -26 0Z',
                inks.straw[300],
                inks.straw[500],
                { dx: -8, dy: -2 },
              ) +
                fillPath('M-16 -50C-10 -58 10 -58 16 -50Q0 -46 -16 -50Z', inks.straw[400]) +
                strokePath('M-17 -48H17', inks.mirch[600], 3) +
                transform(leaf(16, 5, { l: inks.bajra[500], m: inks.bajra[700] }), -3, -12),
              x,
              y,
              { k },
            ),
          )
          .join('') +
        transform(
          figure({
            sari: inks.haldi[400],
            drape: inks.mirch[500],
            skin: 0,
            full: true,
            arms: [
              [-50, -44, -56, -66],
              [46, -50, 8, -70],
            ],
          }),
          104,
          288,
          { k: 1.02 },
        ) +
        transform(
          fillPath('M-50 8L42 -14L52 -4L-42 20Z', inks.ragi[600]) +
            fillPath('M-50 8L42 -14L46 -9L-46 13Z', inks.straw[400]) +
            grains(-38, -16, 72, 14, 34, 3, [inks.haldi[300], inks.haldi[500], inks.mirch[500]]),
          72,
          216,
        ) +
        grains(14, 228, 34, 104, 40, 17, [inks.haldi[300], inks.haldi[500], inks.haldi[100]]) +
        fillPath('M4 344Q14 322 34 320Q54 322 64 344Z', inks.haldi[400]) +
        fillPath('M38 320Q56 324 64 344H46Q48 330 38 320Z', inks.haldi[600]),
      inks.haldi[200],
    ),
  () =>
    plate(
      rect(0, JY, JW, JH, inks.bajra[500]) +
        rect(16, 60, 328, JY - 40, inks.straw[100]) +
        rect(16, 60, 328, 16, inks.ragi[600]) +
        [0, 1, 2, 3, 4, 5, 6, 7]
          .map((i) =>
            fillPath(`M${16 + i * 41} 76h41v14q-20 14 -41 0Z`, i % 2 ? inks.straw[50] : inks.mirch[500]),
          )
          .join('') +
        rect(40, 132, 92, 4, inks.straw[500]) +
        coarse(
          () =>
            transform(drawPacket(BLENDS[0], { shadow: false }), 58, 132, { k: 0.2 }) +
            transform(drawPacket(BLENDS[2], { shadow: false }), 86, 132, { k: 0.2 }) +
            transform(drawPacket(BLENDS[4], { shadow: false }), 114, 132, { k: 0.2 }) +
            rect(232, 132, 92, 4, inks.straw[500]) +
            transform(milletPouch('ragi', { shadow: false }), 256, 132, { k: 0.14 }) +
            transform(milletPouch('bajra', { shadow: false }), 296, 132, { k: 0.14 }),
        ) +
        road(380, 380, 356, 392) +
        transform(
          figure({
            sari: inks.haldi[400],
            drape: inks.mirch[500],
            skin: 2,
            arms: [
              [-52, -30, -26, -2],
              [50, -34, 28, -4],
            ],
          }),
          110,
          312,
          { k: 1.06 },
        ) +
        transform(
          figure({
            sari: inks.gulab[400],
            drape: inks.bajra[600],
            skin: 1,
            cover: true,
            arms: [
              [-50, -32, -30, -4],
              [52, -34, 30, -2],
            ],
          }),
          246,
          312,
          { k: 1.06 },
        ) +
        rect(20, 306, 320, 16, inks.mirch[500]) +
        rect(20, 306, 320, 5, inks.mirch[300]) +
        rect(34, 322, 14, 98, inks.mirch[700]) +
        rect(312, 322, 14, 98, inks.mirch[700]) +
        coarse(
          () =>
            transform(completeBox({ shadow: false }), 176, 309, { k: 0.27 }) +
            [
              [66, BLENDS[7]],
              [92, BLENDS[15]],
              [270, BLENDS[16]],
              [300, BLENDS[11]],
            ]
              .map(([x, b]) => transform(drawPacket(b, { shadow: false }), x, 308, { k: 0.22 }))
              .join(''),
        ),
      inks.haldi[200],
    ),
  () =>
    plate(
      rect(0, JY, JW, JH, inks.bajra[500]) +
        road(392, 392, 392, 392) +
        rect(0, 0, JW, 322, inks.gulab[200]) +
        rect(118, 42, 150, 150, inks.straw[50]) +
        rect(126, 50, 134, 134, inks.haldi[200]) +
        clip(
          'M126 50H260V184H126Z',
          circle(220, 120, 32, inks.mirch[400]) +
            fillPath('M120 160C160 130 220 140 264 156V190H120Z', inks.bajra[500]),
        ) +
        strokePath('M193 50V184M126 117H260', inks.straw[50], 7) +
        fillPath('M104 40C124 70 118 130 108 206H84V40Z', inks.mirch[500]) +
        fillPath('M282 40C262 70 268 130 278 206H302V40Z', inks.mirch[600]) +
        rect(74, 34, 238, 8, inks.ragi[700], 4) +
        rect(0, 304, JW, JH, inks.ragi[600]) +
        rect(0, 304, JW, 8, inks.ragi[400]) +
        dots(grain(0, 316, JW, 104, 120, 6, { bx: 0.5, by: 0.6 }), inks.ragi[700], 2.2) +
        transform(servedBowl({ base: inks.straw[100], dark: inks.straw[300], rim: '#fffdf8' }), 172, 386, {
          k: 1.02,
        }) +
        strokePath(
          'M140 258C128 240 150 228 138 206M172 252C160 232 184 220 170 196M204 258C192 240 214 228 202 206',
          inks.straw[50],
          5,
          'opacity=".8"',
        ) +
        transform(drawPacket(BLENDS[1]), 306, 356, { k: 0.4, r: 5 }) +
        transform(plant.lime(), 52, 372, { k: 0.46, kx: 0.46, ky: 0.3 }),
      inks.gulab[200],
    ),
]
