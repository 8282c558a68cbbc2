/** Sample customers. Their names contain "(sample)"; the domain .test of their addresses cannot be registered. */
import type { Random } from './random.ts'

const FIRST_NAMES = [
  'Aarti',
  'Aditya',
  'Amrita',
  'Anil',
  'Anjali',
  'Arjun',
  'Asha',
  'Bharat',
  'Bhavna',
  'Chitra',
  'Deepa',
  'Dev',
  'Divya',
  'Farah',
  'Gauri',
  'Gopal',
  'Harini',
  'Imran',
  'Indira',
  'Ishaan',
  'Jaya',
  'Joseph',
  'Kabir',
  'Kavita',
  'Kiran',
  'Lalita',
  'Leela',
  'Madhav',
  'Manish',
  'Meena',
  'Mohan',
  'Nandini',
  'Nikhil',
  'Nisha',
  'Padma',
  'Pooja',
  'Prakash',
  'Priya',
  'Rahul',
  'Rekha',
  'Rohan',
  'Sakina',
  'Sanjay',
  'Shalini',
  'Shyam',
  'Smita',
  'Sunil',
  'Tara',
  'Usha',
  'Varun',
  'Vidya',
  'Vikram',
  'Yamini',
  'Zubin',
] as const
const LAST_NAMES = [
  'Agarwal',
  'Banerjee',
  'Bhat',
  'Chauhan',
  'Das',
  'Deshmukh',
  'Fernandes',
  'Gowda',
  'Gupta',
  'Iyer',
  'Jadhav',
  'Joshi',
  'Kamath',
  'Kaur',
  'Khan',
  'Kulkarni',
  'Kumar',
  'Menon',
  'Mishra',
  'Nair',
  'Naidu',
  'Patel',
  'Patil',
  'Pillai',
  'Rao',
  'Reddy',
  'Sen',
  'Shah',
  'Sharma',
  'Shetty',
  'Singh',
  'Thomas',
  'Varma',
  'Yadav',
] as const

export type Town = { city: string; state: string; pin: number; weight: number; isMetro: boolean }

const town = (city: string, state: string, pin: number, weight: number, isMetro = false): Town => ({
  city,
  state,
  pin,
  weight,
  isMetro,
})
const TOWNS: readonly Town[] = [
  town('Bengaluru', 'Karnataka', 560001, 22, true),
  town('Mumbai', 'Maharashtra', 400001, 17, true),
  town('Hyderabad', 'Telangana', 500001, 13, true),
  town('Delhi', 'Delhi', 110001, 13, true),
  town('Pune', 'Maharashtra', 411001, 11),
  town('Chennai', 'Tamil Nadu', 600001, 10, true),
  town('Kolkata', 'West Bengal', 700001, 7, true),
  town('Ahmedabad', 'Gujarat', 380001, 6),
  town('Hubballi', 'Karnataka', 580020, 4),
  town('Kochi', 'Kerala', 682001, 4),
  town('Jaipur', 'Rajasthan', 302001, 4),
  town('Nagpur', 'Maharashtra', 440001, 3),
  town('Lucknow', 'Uttar Pradesh', 226001, 3),
  town('Indore', 'Madhya Pradesh', 452001, 3),
  town('Mysuru', 'Karnataka', 570001, 3),
  town('Coimbatore', 'Tamil Nadu', 641001, 3),
  town('Visakhapatnam', 'Andhra Pradesh', 530001, 2),
  town('Bhubaneswar', 'Odisha', 751001, 2),
  town('Guwahati', 'Assam', 781001, 1),
  town('Ranchi', 'Jharkhand', 834001, 1),
]
const STREETS = [
  'Temple Road',
  'Lake View Road',
  '2nd Cross',
  '5th Main',
  'Station Road',
  'Gandhi Nagar',
  'MG Road',
  'Shanti Colony',
  'Market Street',
  'Park Lane',
] as const

/** A customer's favourite family of tastemakers. */
const CUISINES = ['indian', 'international', 'american', 'sweet'] as const
export type Cuisine = (typeof CUISINES)[number]

export type Customer = {
  id: string
  number: number
  fullName: string
  email: string
  phone: string
  addressLine1: string
  postalCode: string
  town: Town
  likes: Cuisine
  joinedAt: Date
  orders: number
  hasCancelled: boolean
  /** False for one-time customers. */
  comesBack: boolean
}

/** Makes the customer with this number (from 1), who joins at this time. Phone and address are unique. */
export function makeCustomer(random: Random, number: number, joinedAt: Date): Customer {
  const town = random.pickWeighted(TOWNS, ({ weight }) => weight)
  return {
    id: random.uuid(),
    number,
    fullName: `${random.pick(FIRST_NAMES)} ${random.pick(LAST_NAMES)} (sample)`,
    email: `sample-${number}@demo.test`,
    phone: `90000${String(number).padStart(5, '0')}`,
    addressLine1: `House ${number}, ${random.pick(STREETS)}`,
    postalCode: String(town.pin + random.upTo(20)),
    town,
    likes: random.pickWeighted(CUISINES, (cuisine) => (cuisine === 'indian' ? 3 : 1)),
    joinedAt,
    orders: 0,
    hasCancelled: false,
    comesBack: true,
  }
}
