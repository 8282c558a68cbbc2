import { Form } from 'react-router'
import { Button } from '#app/kit/button.tsx'
import { VisuallyHidden } from '#app/kit/text.tsx'

/** A browser where the account is signed in. */
export type ShownDevice = { id: string; name: string; seen: string; isHere: boolean }

/** Where one is signed in, and how to end it there. */
export function DeviceList({ devices }: { devices: ShownDevice[] }) {
  const hasOthers = devices.some(({ isHere }) => !isHere)
  return (
    <div className="grid gap-3">
      <h3 className="font-semibold">Signed-in devices</h3>
      <ul className="border-t-2 border-ink">
        {devices.map((device) => (
          <DeviceRow key={device.id} device={device} />
        ))}
      </ul>
      {hasOthers && (
        <Form method="post" action="/profile/devices">
          <Button look="line" size="sm" name="device" value="others">
            Sign out all other devices
          </Button>
        </Form>
      )}
    </div>
  )
}

function DeviceRow({ device: { id, name, seen, isHere } }: { device: ShownDevice }) {
  return (
    <li className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line py-2">
      <div>
        <p className="break-words">{name}</p>
        <p className="text-sm text-ink-soft">{isHere ? 'This device' : seen}</p>
      </div>
      {!isHere && (
        <Form method="post" action="/profile/devices">
          <Button look="line" size="sm" name="device" value={id}>
            Sign out
            <VisuallyHidden>
              {' '}
              {name}, {seen}
            </VisuallyHidden>
          </Button>
        </Form>
      )}
    </li>
  )
}
