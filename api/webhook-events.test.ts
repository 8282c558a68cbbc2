import { OpenAPIHono } from '@hono/zod-openapi'
import { expect, it } from 'vitest'
import { declareWebhooks } from '#api/webhook-events.ts'
import { WEBHOOK_KINDS } from '#shop/webhooks/event.ts'

it('the contract describes every message to other systems, with its fields', () => {
  const api = new OpenAPIHono()
  declareWebhooks(api.openAPIRegistry)
  const { webhooks } = api.getOpenAPI31Document({ openapi: '3.1.0', info: { title: '', version: '1' } })
  expect(Object.keys(webhooks ?? {})).toEqual(WEBHOOK_KINDS)
  const schema = JSON.stringify(webhooks?.['stock.changed'])
  for (const part of [
    '"enum":["stock.changed"]',
    '"order_id":{"type":["string","null"]',
    '"quantity":{"type":"integer"',
  ])
    expect(schema).toContain(part)
})
