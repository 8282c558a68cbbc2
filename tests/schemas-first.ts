/** The API describes schemas of the shop: what adds that to them has to be there before any of them is made. */
import '@hono/zod-openapi'
