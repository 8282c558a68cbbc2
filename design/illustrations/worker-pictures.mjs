// Pictures with the words of the group's phone screens (96 x 96).
import { carton } from './cartons.mjs'
import { grains } from './crops.mjs'
import { inks } from './inks.mjs'
import { leaf } from './leaves.mjs'
import { circle, fillPath, form, num, rad, rect, strokePath, transform } from './pen.mjs'
import { bowl } from './tableware.mjs'

// Pictures beside the words on the phone screens of workers (96 x 96).
export const WORK = {
  camera: () =>
    form(
      'M10 32Q10 26 16 26H30L36 16H60L66 26H80Q86 26 86 32V74Q86 80 80 80H16Q10 80 10 74Z',
      inks.mirch[500],
      inks.mirch[700],
      { dx: -6, dy: -4 },
    ) +
    circle(48, 53, 21, inks.straw[50]) +
    circle(48, 53, 16, inks.ragi[800]) +
    circle(45, 50, 10, inks.ragi[600]) +
    circle(41, 46, 4, '#ffffff') +
    rect(70, 34, 9, 6, inks.haldi[300], 2),
  box: () =>
    transform(
      carton({
        w: 56,
        h: 48,
        dx: 18,
        dy: 12,
        base: inks.haldi[400],
        dark: inks.haldi[600],
        lid: inks.haldi[200],
        grainN: 0,
        front:
          rect(22, 0, 12, 20, inks.mirch[500]) +
          rect(10, 30, 36, 4, inks.haldi[600]) +
          rect(10, 38, 22, 4, inks.haldi[600]),
        shadow: false,
      }),
      48,
      82,
    ),
  pay: () =>
    form(
      'M14 18Q14 12 20 12H76Q82 12 82 18V78Q82 84 76 84H20Q14 84 14 78Z',
      inks.bajra[500],
      inks.bajra[700],
      { dx: -6, dy: -4 },
    ) +
    rect(24, 22, 48, 52, inks.straw[50], 3) +
    strokePath('M36 34H60M36 44H60M37 34C54 34 54 54 37 54L55 68', inks.ragi[800], 5),
  help: () =>
    form(
      'M24 14C30 8 36 8 40 16L44 28C46 34 42 38 36 42C40 52 46 58 56 62C60 56 64 52 70 54L82 59C90 63 90 69 84 75C76 84 66 86 56 82C36 74 22 58 16 40C12 28 16 20 24 14Z',
      inks.mirch[500],
      inks.mirch[700],
      { dx: -4, dy: -4 },
    ) + strokePath('M58 16C70 18 78 26 80 38M56 28C62 29 67 34 68 40', inks.haldi[500], 6),
  mix: () =>
    transform(
      bowl({
        w: 82,
        h: 36,
        base: inks.straw[300],
        dark: inks.straw[500],
        rim: inks.straw[100],
        shadow: false,
      }),
      46,
      84,
      { k: 1 },
    ) +
    strokePath('M62 50L80 14', inks.ragi[500], 7) +
    circle(80, 13, 6, inks.ragi[500]) +
    grains(22, 18, 34, 20, 14, 5, [inks.haldi[400], inks.mirch[500], inks.haldi[600]]),
  calendar: () =>
    form(
      'M12 22Q12 16 18 16H78Q84 16 84 22V78Q84 84 78 84H18Q12 84 12 78Z',
      inks.straw[50],
      inks.straw[300],
      { dx: -5, dy: -4 },
    ) +
    fillPath('M12 22Q12 16 18 16H78Q84 16 84 22V36H12Z', inks.mirch[500]) +
    rect(28, 8, 7, 18, inks.ragi[700], 3) +
    rect(61, 8, 7, 18, inks.ragi[700], 3) +
    [0, 1, 2]
      .map((r) =>
        [0, 1, 2, 3]
          .map((c) =>
            rect(
              20 + c * 15,
              43 + r * 13,
              10,
              8,
              r === 1 && c === 1 ? inks.bajra[500] : inks.straw[300],
              1.5,
            ),
          )
          .join(''),
      )
      .join(''),
  truck: () =>
    rect(6, 26, 52, 42, inks.haldi[400], 3) +
    rect(48, 26, 10, 42, inks.haldi[500]) +
    form('M58 38H74L88 54V68H58Z', inks.mirch[500], inks.mirch[700], { dx: -5, dy: -2 }) +
    fillPath('M64 44H72L80 54H64Z', inks.straw[50]) +
    rect(4, 66, 86, 6, inks.ragi[800], 2) +
    circle(26, 74, 10, inks.ragi[800]) +
    circle(26, 74, 4, inks.straw[200]) +
    circle(70, 74, 10, inks.ragi[800]) +
    circle(70, 74, 4, inks.straw[200]) +
    transform(leaf(24, 8, { l: inks.bajra[600], m: inks.bajra[800] }), 26, 60),
  offline: () =>
    fillPath(
      'M26 66C12 66 8 48 22 44C22 28 44 22 52 36C66 30 80 42 74 54C84 58 80 70 70 70H26Z',
      inks.straw[300],
    ) +
    fillPath('M52 36C66 30 80 42 74 54C84 58 80 70 70 70H44C66 66 66 44 52 36Z', inks.straw[500]) +
    strokePath('M18 18L80 84', inks.mirch[500], 8),
  light: () => {
    let o = ''
    for (let i = 0; i < 12; i++) {
      const a = rad(i * 30)
      o += `M${num(48 + Math.cos(a) * 30)} ${num(48 + Math.sin(a) * 30)}L${num(48 + Math.cos(a) * 40)} ${num(48 + Math.sin(a) * 40)}`
    }
    return (
      strokePath(o, inks.haldi[600], 6) +
      form('M26 48a22 22 0 1 0 44 0a22 22 0 1 0 -44 0Z', inks.haldi[400], inks.haldi[600], { dx: -5, dy: -5 })
    )
  },
}
