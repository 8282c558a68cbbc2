// Imported before any schema, so that the API can describe the shop's schemas.
import '@hono/zod-openapi'
import fc from 'fast-check'
import { setPasswordCost } from '#tests/password-cost.ts'

setPasswordCost('small')

const { PROPERTY_SEED } = process.env
if (PROPERTY_SEED) fc.configureGlobal({ seed: Number(PROPERTY_SEED) })
