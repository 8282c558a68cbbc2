// Pouch and carton. The origin is the middle of the base, on the ground.
import { inks } from './inks.mjs'
import { clip, dots, fillPath, grain, mix, num, rect, strokePath } from './pen.mjs'
import { shadowOf } from './print.mjs'

/* stand-up pouch */
export function pouch({
  w = 220,
  h = 316,
  base,
  dark,
  light,
  seal,
  art = '',
  shadow = true,
  ink = inks.ragi[900],
}) {
  const x = w / 2,
    t = -h
  const d = `M${-x + 3} ${t}H${x - 3}L${x - 2} ${t + 9}L${x - 7} ${t + 13}L${x - 2} ${t + 17}C${x - 2} ${t + 92} ${x + 7} ${-130} ${x + 3} -18Q${x} -1 ${x - 14} 1Q0 11 ${-x + 14} 1Q${-x} -1 ${-x - 3} -18C${-x - 7} -130 ${-x + 2} ${t + 92} ${-x + 2} ${t + 17}L${-x + 7} ${t + 13}L${-x + 2} ${t + 9}Z`
  let cr = ''
  for (let i = -x + 7; i < x - 4; i += 4.4) cr += `M${num(i)} ${t + 2}V${t + 20}`
  return (
    (shadow ? shadowOf(w, 30, ink) : '') +
    fillPath(d, base) +
    clip(
      d,
      art +
        fillPath(
          `M${x - 30} ${t + 24}C${x - 40} ${t + 110} ${x - 22} -120 ${x - 34} 12H${x + 12}V${t}Z`,
          dark,
          'opacity=".42"',
        ) +
        dots(
          grain(x - 92, t + 30, 74, h - 44, 300, w + base.length, { bx: 1.7, by: 0.15 }),
          dark,
          1.7,
        ).replace('fill="none"', 'fill="none" opacity=".55"') +
        fillPath(
          `M${-x + 10} ${t + 34}C${-x + 6} ${t + 120} ${-x + 1} -120 ${-x + 7} -34C${-x + 12} -110 ${-x + 16} ${t + 130} ${-x + 18} ${t + 34}Z`,
          light,
          'opacity=".5"',
        ) +
        fillPath(`M${-x - 6} -40Q0 6 ${x + 6} -40V14H${-x - 6}Z`, dark, 'opacity=".3"') +
        rect(-x, t, w, 22, seal || dark) +
        strokePath(cr, light, 0.8, 'opacity=".38"') +
        rect(-x, t + 22, w, 1.4, light, 0, 'opacity=".35"'),
    )
  )
}

/* carton in oblique view: lit lid, main front, dark side */
export function carton({
  w = 230,
  h = 290,
  dx = 46,
  dy = 28,
  base,
  dark,
  lid,
  front = '',
  side = '',
  top = '',
  shadow = true,
  grainN = 260,
  ink = inks.ragi[900],
}) {
  const x0 = -(w + dx) / 2,
    x1 = x0 + w
  const fr = `M${num(x0)} ${-h}H${num(x1)}V0H${num(x0)}Z`,
    sd = `M${num(x1)} ${-h}L${num(x1 + dx)} ${-h - dy}V${-dy}L${num(x1)} 0Z`,
    tp = `M${num(x0)} ${-h}L${num(x0 + dx)} ${-h - dy}H${num(x1 + dx)}L${num(x1)} ${-h}Z`
  return (
    (shadow
      ? fillPath(
          `M${num(x0 + 6)} 0H${num(x1)}L${num(x1 + dx)} ${-dy}L${num(x1 + dx + 46)} ${-dy - 4}L${num(x1 + 40)} 0Z`,
          ink,
          'opacity=".17"',
        )
      : '') +
    fillPath(fr, base) +
    clip(
      fr,
      `<g transform="translate(${num(x0)} ${-h})">${front}</g>` +
        dots(grain(x1 - 84, -h, 84, h, grainN, 3, { bx: 1.8, by: 0.3 }), dark, 1.6).replace(
          'fill="none"',
          'fill="none" opacity=".4"',
        ),
    ) +
    fillPath(sd, dark) +
    clip(sd, `<g transform="matrix(1 ${num((-dy / dx) * 1000) / 1000} 0 1 ${num(x1)} ${-h})">${side}</g>`) +
    fillPath(tp, lid) +
    clip(tp, top) +
    strokePath(`M${num(x0)} ${-h}H${num(x1)}`, mix(lid, '#ffffff', 0.35), 1.4)
  )
}
