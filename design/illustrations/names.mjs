export const argument = (name) => {
  const i = process.argv.indexOf(`--${name}`)
  return i > 0 ? process.argv[i + 1] : undefined
}
/* Names on the packs: --brand, otherwise BRAND_NAME, otherwise the default of the shop's settings. */
export const BRAND = argument('brand') || process.env.BRAND_NAME || 'Cultiva'
export const HYDRA = argument('hydration') || 'Replenish'
