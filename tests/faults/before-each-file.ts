// Imported before any schema, so that the API can describe the shop's schemas.
import '@hono/zod-openapi'
