import { cleanValue } from '#shop/kernel/text.ts'

/** A prefix that states share is listed with each of them, and the longest match counts. */
const PREFIXES: Readonly<Record<string, string>> = {
  'Andaman and Nicobar Islands': '744',
  'Andhra Pradesh': '507 51 52 53 533',
  'Arunachal Pradesh': '78 790 791 792',
  Assam: '78 781 782 783 785 788',
  Bihar: '80 81 811 812 813 814 82 821 823 824 84 85',
  Chandigarh: '140 16',
  Chhattisgarh: '49',
  'Dadra and Nagar Haveli and Daman and Diu': '362 396',
  Delhi: '11',
  Goa: '403',
  Gujarat: '36 362 37 38 39 396',
  Haryana: '12 13',
  'Himachal Pradesh': '17',
  'Jammu and Kashmir': '18 19',
  Jharkhand: '81 813 814 815 816 82 822 825 826 827 828 829 83',
  Karnataka: '56 57 58 59',
  Kerala: '67 673 68 69',
  Ladakh: '194',
  Lakshadweep: '68255',
  'Madhya Pradesh': '45 46 47 48',
  Maharashtra: '40 41 42 43 44',
  Manipur: '795',
  Meghalaya: '78 783 793 794',
  Mizoram: '796',
  Nagaland: '797 798',
  Odisha: '75 76 77',
  Puducherry: '533 605 607 609 673',
  Punjab: '14 140 15 16',
  Rajasthan: '30 31 32 33 34',
  Sikkim: '737',
  'Tamil Nadu': '60 605 607 609 61 62 63 64',
  Telangana: '50 507',
  Tripura: '799',
  'Uttar Pradesh': '20 21 22 23 24 241 242 243 245 25 26 261 27 28',
  Uttarakhand: '24 248 249 26 263',
  'West Bengal': '70 71 72 73 74',
}

const CITIES: Readonly<Record<string, string>> = {
  Agra: '2820',
  Ahmedabad: '3800',
  Amritsar: '1430',
  Belagavi: '5900',
  Bengaluru: '560',
  Bhopal: '4620',
  Bhubaneswar: '7510',
  Chennai: '600',
  Coimbatore: '6410',
  Dehradun: '2480',
  Dharwad: '58000',
  Ghaziabad: '2010',
  Gurugram: '1220',
  Guwahati: '7810',
  Hubballi: '58002 58003',
  Hyderabad: '5000 5001',
  Indore: '4520',
  Jaipur: '3020',
  Jammu: '1800',
  Jamshedpur: '8310',
  Jodhpur: '3420',
  Kanpur: '2080',
  Kochi: '6820',
  Kolkata: '700',
  Kozhikode: '6730',
  Lucknow: '2260',
  Ludhiana: '1410',
  Madurai: '6250',
  Mangaluru: '5750',
  Mumbai: '4000 4001',
  Mysuru: '5700',
  Nagpur: '4400',
  Nashik: '4220',
  'Navi Mumbai': '4007 400614',
  'New Delhi': '110',
  Noida: '2013',
  Patna: '8000',
  Prayagraj: '2110',
  Pune: '4110',
  Raipur: '4920',
  Rajkot: '36000',
  Ranchi: '8340',
  Shimla: '1710',
  Solapur: '4130',
  Srinagar: '1900',
  Surat: '3950',
  Thane: '4006',
  Thiruvananthapuram: '6950',
  Tiruchirappalli: '6200',
  Udaipur: '3130',
  Vadodara: '3900',
  Varanasi: '2210',
  Vijayawada: '5200',
  Visakhapatnam: '5300',
}

export const INDIAN_STATES = Object.keys(PREFIXES)
const STATES_BY_PREFIX = namesByPrefix(PREFIXES)
const CITIES_BY_PREFIX = namesByPrefix(CITIES)

const isPin = (text: string) => /^[1-9]\d{5}$/.test(text)

/** The army's post offices serve every state. */
const isArmyPost = (pin: string) => pin.startsWith('9')

/** Returns the city and state of a PIN code where they are certain, to fill in a form. */
export function placeOfPin(text: string): { city: string | null; state: string | null } {
  const pin = cleanValue(text).replaceAll(/\s/g, '')
  const onlyName = (names: readonly string[]) => (names.length === 1 ? (names[0] ?? null) : null)
  return { city: onlyName(namesOf(pin, CITIES_BY_PREFIX)), state: onlyName(namesOf(pin, STATES_BY_PREFIX)) }
}

/** Returns why this PIN code cannot be in this state, or null. */
export function pinProblem(pin: string, state: string): string | null {
  if (!isPin(pin) || isArmyPost(pin) || !Object.hasOwn(PREFIXES, state)) return null
  const states = namesOf(pin, STATES_BY_PREFIX)
  if (states.includes(state)) return null
  if (states.length === 0) return `PIN codes don't begin with ${pin.slice(0, 2)}. Please check the PIN code.`
  return `${pin} is a PIN code in ${inWords(states)}. Please check the PIN code or the state.`
}

function inWords(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
}

function namesOf(pin: string, byPrefix: ReadonlyMap<string, readonly string[]>): readonly string[] {
  if (!isPin(pin)) return []
  for (let length = pin.length; length > 1; length -= 1) {
    const names = byPrefix.get(pin.slice(0, length))
    if (names) return names
  }
  return []
}

function namesByPrefix(prefixes: Readonly<Record<string, string>>): ReadonlyMap<string, readonly string[]> {
  const byPrefix = new Map<string, string[]>()
  for (const [name, list] of Object.entries(prefixes))
    for (const prefix of list.split(' ')) byPrefix.set(prefix, [...(byPrefix.get(prefix) ?? []), name])
  return byPrefix
}
