// Bowl and glass. The origin is the middle of the base, on the ground.
import { inks } from './inks.mjs'
import { clip, dots, ellipse, fillPath, form, grain, mix, polygon, random, rect, transform } from './pen.mjs'

/* moulded fibre bowl; food optional */
export function bowl({
  w = 220,
  h = 84,
  base = inks.straw[300],
  dark = inks.straw[500],
  rim = inks.straw[100],
  food = 'millet',
  shadow = true,
  top = '',
} = {}) {
  const x = w / 2,
    e = w * 0.15,
    by = -h
  const d = `M${-x} ${by}C${-x + 6} ${by + h * 0.62} ${-x * 0.62} 0 ${-x * 0.5} 2Q0 10 ${x * 0.5} 2C${x * 0.62} 0 ${x - 6} ${by + h * 0.62} ${x} ${by}Z`
  let o =
    (shadow
      ? fillPath(
          `M${-x * 0.45} 2Q0 10 ${x * 0.5} 2L${x * 0.98} -14C${x * 1.18} -22 ${x * 1.1} -30 ${x * 0.9} -30Z`,
          inks.ragi[900],
          'opacity=".16"',
        )
      : '') +
    form(d, base, dark, {
      dx: -w * 0.09,
      dy: -5,
      inside:
        dots(grain(-x, by + 8, w, h, 150, 9, { bx: 0.9, by: 0.4 }), mix(base, dark, 0.75), 1.4) +
        fillPath(
          `M${-x + 12} ${by + 26}C${-x + 20} ${by + 48} ${-x * 0.72} ${by + 62} ${-x * 0.64} ${by + 68}C${-x * 0.7} ${by + 52} ${-x + 26} ${by + 40} ${-x + 22} ${by + 26}Z`,
          mix(base, '#ffffff', 0.55),
        ),
    })
  o +=
    ellipse(0, by, x + 5, e + 3.5, mix(rim, dark, 0.35)) +
    ellipse(0, by - 2, x + 5, e + 2.8, rim) +
    ellipse(0, by - 1, x - 5, e - 3, dark)
  if (food) o += top || millet(x - 7, e - 4, by)
  return o
}

export const millet = (
  a,
  b,
  y,
  seed = 4,
  { col = inks.haldi[400], lo = inks.haldi[600], hi = inks.haldi[200] } = {},
) => {
  const R = random(seed),
    p = [[], [], []]
  for (let i = 0; i < 210; i++) {
    const t = R() * 6.283,
      q = Math.sqrt(R())
    const px = Math.cos(t) * q * a * 0.93,
      py = Math.sin(t) * q * b * 0.88 - b * 0.22 * (1 - q * q) * 2
    p[i % 3].push([px, y + py])
  }
  return clip(
    `M${-a} ${y}A${a} ${b} 0 0 0 ${a} ${y}C${a * 0.8} ${y - b * 1.9} ${-a * 0.8} ${y - b * 1.9} ${-a} ${y}Z`,
    rect(-a, y - b * 2, a * 2, b * 3.4, col) +
      fillPath(
        `M${a * 0.1} ${y - b * 2}H${a}V${y + b}H${-a * 0.2}C${a * 0.5} ${y} ${a * 0.5} ${y - b} ${a * 0.1} ${y - b * 2}Z`,
        lo,
        'opacity=".45"',
      ) +
      dots(p[0], lo, 4.4) +
      dots(p[1], hi, 3.6) +
      dots(p[2], mix(col, lo, 0.4), 3.8),
  )
}

/* tumbler */
export function glass({
  w = 120,
  h = 190,
  liquid = inks.mint[200],
  deep = inks.mint[300],
  level = 0.74,
  extras = '',
  shadow = true,
  ink = inks.lake[900],
}) {
  const x = w / 2,
    b = x * 0.78,
    e = w * 0.1,
    ly = -h * level,
    lx = b + (x - b) * level
  const body = `M${-x} ${-h}L${-b} -6Q${-b + 2} 1 ${-b + 12} 1H${b - 12}Q${b - 2} 1 ${b} -6L${x} ${-h}Z`
  return (
    (shadow
      ? fillPath(
          `M${-b + 6} 1H${b - 4}L${b + 66} -30C${b + 72} -38 ${b + 50} -40 ${b + 30} -36Z`,
          ink,
          'opacity=".13"',
        ) + fillPath(`M${-b + 26} -2H${b - 8}L${b + 44} -22L${b + 10} -24Z`, liquid, 'opacity=".55"')
      : '') +
    fillPath(body, mix(liquid, '#ffffff', 0.72)) +
    clip(
      body,
      fillPath(`M${-lx - 4} ${ly}V10H${lx + 4}V${ly}Z`, liquid) +
        fillPath(`M${lx * 0.5} ${ly}H${x}V10H${b * 0.36}Z`, deep, 'opacity=".8"') +
        dots(grain(0, ly, x, -ly, 50, 8, { bx: 1, by: 0.2 }), mix(deep, ink, 0.16), 1.4) +
        ellipse(0, ly, lx, e, mix(liquid, '#ffffff', 0.5)) +
        extras +
        fillPath(
          `M${-x + 12} ${-h + 14}L${-b + 7} -16L${-b + 13} -16L${-x + 21} ${-h + 14}Z`,
          '#ffffff',
          'opacity=".75"',
        ) +
        rect(-x, -9, w, 14, '#ffffff', 0, 'opacity=".35"'),
    ) +
    `<ellipse cx="0" cy="${-h}" rx="${x}" ry="${e}" fill="none" stroke="#fff" stroke-width="3.4" opacity=".9"/>`
  )
}

export const ice = (x, y, s, r = 0) =>
  transform(
    polygon(
      [
        [-s, -s],
        [s, -s],
        [s, s],
        [-s, s],
      ],
      '#ffffff',
    ).replace('/>', ' opacity=".62"/>') +
      polygon(
        [
          [-s, -s],
          [s, -s],
          [s - 4, -s + 5],
          [-s + 5, -s + 5],
          [-s + 5, s - 4],
          [-s, s],
        ],
        '#ffffff',
      ),
    x,
    y,
    { r },
  )
