import type { RouterContextProvider } from 'react-router'
import type { ShownDevice } from '#app/account/device-list.tsx'
import { requestContext } from '#app/request/context.server.ts'
import { deviceName, lastSeen } from '#shop/customers/device.ts'
import { listDevices } from '#shop/customers/devices.read.ts'

/** Where the actor is signed in, this browser first. */
export async function ownDevices(context: Readonly<RouterContextProvider>): Promise<ShownDevice[]> {
  const { ctx, sessionId } = context.get(requestContext)
  if (ctx.actor.kind === 'visitor') return []
  const devices = await listDevices(ctx.db, ctx.actor.id, ctx.now)
  return devices
    .map((device) => ({
      id: device.id,
      name: deviceName(device.userAgent),
      seen: lastSeen(device, ctx.now),
      isHere: device.id === sessionId,
    }))
    .toSorted((a, b) => Number(b.isHere) - Number(a.isHere))
}
