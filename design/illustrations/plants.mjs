import { fruits } from './fruits.mjs'
import { grasses } from './grasses.mjs'
import { herbs } from './herbs.mjs'
import { pulses } from './pulses.mjs'
import { spices } from './spices.mjs'

/** All botanicals under one name. Each takes its inks and returns SVG text in a box of about 100 units. */
export const plant = { ...grasses, ...herbs, ...fruits, ...pulses, ...spices }
