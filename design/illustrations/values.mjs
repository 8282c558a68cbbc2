// Three values, each on a shape of the brand's family.
import { BLENDS, drawPacket } from './blends.mjs'
import { figure } from './figure.mjs'
import { inks } from './inks.mjs'
import { lettering } from './lettering.mjs'
import { completeBox } from './millet-packs.mjs'
import { circle, clip, coarse, dots, fillPath, grain, rect, strokePath, transform } from './pen.mjs'
import { plant } from './plants.mjs'
import { FRAME } from './print.mjs'
import { bowl } from './tableware.mjs'

/* three values, each on a family shape */
export const VALUES = {
  work: () => {
    const _f = (r, c) => transform(FRAME.Indian(r, c), 150, 162)
    const d =
      'M28 292V136C28 88 66 72 84 44C108 36 132 26 150 6C168 26 192 36 216 44C234 72 272 88 272 136V292Z'
    return (
      fillPath(d, inks.haldi[400]) +
      clip(
        d,
        circle(214, 92, 40, inks.mirch[400]) +
          transform(
            figure({
              sari: inks.mirch[500],
              drape: inks.gulab[200],
              skin: 0,
              arms: [
                [-56, -34, -34, 2],
                [54, -34, 36, 2],
              ],
            }),
            150,
            246,
            { k: 1.32 },
          ) +
          rect(20, 242, 270, 60, inks.ragi[700]) +
          rect(20, 242, 270, 7, inks.ragi[500]) +
          coarse(
            () =>
              transform(completeBox({ shadow: false }), 150, 262, { k: 0.3 }) +
              transform(drawPacket(BLENDS[4], { shadow: false }), 76, 268, { k: 0.36, r: -4 }) +
              transform(drawPacket(BLENDS[1], { shadow: false }), 228, 268, { k: 0.36, r: 4 }),
          ),
      )
    )
  },
  read: () =>
    transform(FRAME.International(142, inks.gulab[200]), 150, 152) +
    transform(drawPacket(BLENDS[5], { shadow: false }), 120, 262, { k: 1.06, r: -5 }) +
    `<circle cx="204" cy="196" r="62" fill="${inks.straw[50]}"/>` +
    clip(
      'M142 196a62 62 0 1 0 124 0a62 62 0 1 0 -124 0Z',
      lettering('Haldi', 204, 191, {
        wght: 800,
        wdth: 75,
        size: 47,
        fill: inks.ragi[800],
        anchor: 'middle',
      }) +
        lettering('Jeera', 204, 233, {
          wght: 800,
          wdth: 75,
          size: 47,
          fill: inks.ragi[800],
          anchor: 'middle',
        }),
    ) +
    `<circle cx="204" cy="196" r="62" fill="none" stroke="${inks.ragi[700]}" stroke-width="11"/>` +
    strokePath('M248 240L288 282', inks.ragi[700], 17) +
    strokePath('M158 168C166 152 182 144 196 144', '#ffffff', 5),
  soil: () =>
    transform(FRAME.Sweet(134, inks.haldi[200]), 150, 150) +
    clip(
      'M150 150m-112 0a112 112 0 1 0 224 0a112 112 0 1 0 -224 0Z',
      fillPath('M20 222C70 204 96 214 122 206C160 196 200 210 262 214L290 300H10Z', inks.ragi[600]) +
        dots(grain(40, 216, 220, 60, 160, 3, { bx: 0.3, by: 0.5 }), inks.ragi[800], 3),
    ) +
    transform(bowl({ w: 150, h: 62, food: null, shadow: false }), 150, 244, { r: -8 }) +
    transform(plant.basil({ a: inks.bajra[400], b: inks.bajra[700], k: inks.bajra[200] }), 152, 124, {
      k: 1.5,
    }) +
    fillPath('M92 196C110 184 180 176 214 186C200 200 120 206 92 196Z', inks.ragi[700]) +
    dots(
      [
        [120, 192],
        [140, 188],
        [168, 188],
        [188, 190],
        [152, 194],
      ],
      inks.ragi[500],
      4,
    ),
}
