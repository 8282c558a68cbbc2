import { expect, it } from 'vitest'
import { CARRIERS, trackingPage } from '#shop/orders/carriers.ts'

it('trackingPage puts the tracking number into the URL if the carrier’s page accepts it', () => {
  const ekart = trackingPage(' ekart ', ' FMPC 1/2 ')
  expect(ekart).toEqual({ url: 'https://ekartlogistics.com/shipmenttrack/FMPC%201%2F2', hasNumber: true })
  const post = trackingPage('India Post', 'EE123456789IN')
  expect(post?.hasNumber).toBe(false)
  expect(post?.url).not.toContain('EE1')
})

it('trackingPage finds a carrier by a name with an aggregator’s service', () => {
  for (const carrier of ['Delhivery Surface', 'DELHIVERY_2KG', 'Delhivery'])
    expect(trackingPage(carrier, '1')?.url).toBe('https://www.delhivery.com/track-v2/package/1')
  expect(trackingPage('Bluedart Air', '1')?.url).toContain('bluedart.com')
  expect(trackingPage('Gatimaan Express', '1')).toBeNull()
})

it('trackingPage has a page for each listed carrier, and none for others or without a number', () => {
  for (const carrier of CARRIERS)
    expect(new URL(trackingPage(carrier, '1')?.url ?? '').protocol).toBe('https:')
  expect(trackingPage('Other carrier', '1')).toBeNull()
  expect(trackingPage('Ekart', ' ')).toBeNull()
  expect(trackingPage(null, '1')).toBeNull()
})
