export const argument = (name) => {
  const i = process.argv.indexOf(`--${name}`)
  return i > 0 ? process.argv[i + 1] : undefined
}
/* The names on the packs: --brand, else BRAND_NAME, else the default of the shop's settings. */
export const BRAND = argument('brand') || process.env.BRAND_NAME || 'Cultiva'
export const HYDRA = argument('hydration') || 'Replenish'
