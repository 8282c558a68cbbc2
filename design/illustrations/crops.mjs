import { inks } from './inks.mjs'
import { clip, dots, fillPath, num, polygon, random, strokePath } from './pen.mjs'

// Full scenes: heroes, the journey of a box, the three cultivations, values.
/* a row of standing crop: thin stalks, short ears, two leaves each */
export const cropRow = (x0, x1, y, k, count, seed, a, b, tall = 34) => {
  const R = random(seed)
  let ear = '',
    sh = '',
    st = '',
    lf = ''
  for (let i = 0; i < count; i++) {
    const x = x0 + ((x1 - x0) * (i + 0.5 + (R() - 0.5) * 0.7)) / count,
      h = (17 + R() * 7) * k,
      w = 3.5 * k,
      t = (tall + R() * 12) * k,
      yy = y + R() * 5 * k,
      top = yy - t,
      l = (R() - 0.5) * 3 * k
    st += `M${num(x)} ${num(yy)}L${num(x + l)} ${num(top)}`
    const m = yy - t * 0.35
    lf += `M${num(x)} ${num(yy)}q${num(-2 * k)} ${num(-15 * k)} ${num(-10 * k)} ${num(-12 * k)}M${num(x)} ${num(yy)}q${num(2 * k)} ${num(-19 * k)} ${num(11 * k)} ${num(-15 * k)}M${num(x)} ${num(m)}q${num(2 * k)} ${num(-8 * k)} ${num(7 * k)} ${num(-6 * k)}`
    ear += `M${num(x + l - w)} ${num(top + 2)}q${num(-0.6 * k)} ${num(-h)} ${num(w)} ${num(-h - 2 * k)}q${num(w + 0.6 * k)} ${num(2 * k)} ${num(w)} ${num(h + 2 * k)}Z`
    sh += `M${num(x + l + w * 0.25)} ${num(top + 2)}q${num(w * 0.5)} ${num(-h * 0.6)} ${num(-w * 0.15)} ${num(-h - 1.6 * k)}q${num(w + 0.2 * k)} ${num(2 * k)} ${num(w * 0.9)} ${num(h + 1.6 * k)}Z`
  }
  return strokePath(st + lf, b, 1.8 * k) + fillPath(ear, a) + fillPath(sh, b)
}

/* the far edge of a field: one jagged band */
export const farCrop = (x0, x1, y, h, seed, a, b) => {
  const R = random(seed)
  let d = `M${x0} ${y}V${num(y - h * 0.5)}`,
    x = x0,
    e = ''
  while (x < x1) {
    const w = 3 + R() * 4,
      t = h * (0.55 + R() * 0.45)
    d += `L${num(x + w * 0.2)} ${num(y - t)}L${num(x + w * 0.8)} ${num(y - t)}L${num(x + w)} ${num(y - h * 0.42)}`
    if (R() < 0.5) e += `M${num(x + w * 0.5)} ${num(y - t - 1)}v${num(h * 0.3)}`
    x += w
  }
  return fillPath(`${d}V${y}Z`, b) + strokePath(e, a, 2.4)
}

export const furrows = (w, h, hy, vx, cols, spread = 0.07, count = 26) => {
  let o = ''
  const W = w * 3.2,
    x0 = vx - W / 2
  for (let i = 0; i < count; i++) {
    const a = x0 + (W * i) / count,
      b = x0 + (W * (i + 1)) / count
    o += polygon(
      [
        [vx + (a - vx) * spread, hy],
        [vx + (b - vx) * spread, hy],
        [b, h],
        [a, h],
      ],
      cols[i % cols.length],
    )
  }
  return clip(`M0 ${hy}H${w}V${h}H0Z`, o)
}

export const grains = (x, y, w, h, count, seed, cols) => {
  const R = random(seed)
  const g = cols.map(() => [])
  for (let i = 0; i < count; i++) g[i % cols.length].push([x + R() * w, y + R() * h])
  return g.map((p, i) => dots(p, cols[i], 5)).join('')
}

export const RP = {
    a: inks.mirch[500],
    b: inks.ragi[800],
    c: inks.haldi[200],
    l: inks.bajra[400],
    m: inks.bajra[700],
  },
  BP = { a: inks.bajra[300], b: inks.bajra[800], c: inks.haldi[100], l: inks.bajra[400], m: inks.bajra[700] }
