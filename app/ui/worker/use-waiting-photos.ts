import { useEffect, useState } from 'react'
import { PHOTO_CHANNEL, type PhotoNews, type PhotoState } from '#app/phone/waiting-photo.ts'

export type WaitingPhotos = {
  photos: PhotoState[] /** Photos that were confirmed while this page was open. */
  confirmed: Set<string>
}

const NONE: WaitingPhotos = { photos: [], confirmed: new Set() }

/** The photos of `ownerId` that wait on this phone, kept current while pages and the service worker send them. */
export function useWaitingPhotos(ownerId: string): WaitingPhotos {
  const [waiting, setWaiting] = useState(NONE)
  useEffect(() => {
    if (!isSecureContext || !('BroadcastChannel' in window)) return
    const channel = new BroadcastChannel(PHOTO_CHANNEL)
    const look = async () => {
      const { waitingPhotos } = await import('#app/phone/at-home.ts')
      const photos = await waitingPhotos(ownerId)
      setWaiting(({ confirmed, photos: before }) => ({
        confirmed,
        photos: photos.map((photo) => shown(photo, before)),
      }))
    }
    channel.onmessage = ({ data }: MessageEvent<PhotoNews>) => {
      if (data.kind === 'progress') setWaiting((now) => progressed(now, data))
      if (data.kind === 'confirmed')
        setWaiting(({ photos, confirmed }) => ({ photos, confirmed: new Set(confirmed).add(data.sha256) }))
      if (data.kind !== 'progress') void look()
    }
    void look()
    return () => channel.close()
  }, [ownerId])
  return waiting
}

type Kept = Omit<PhotoState, 'sent'>

function shown({ sha256, workLogId, taskName, refused }: Kept, before: PhotoState[]): PhotoState {
  const sent = before.find((photo) => photo.sha256 === sha256)?.sent ?? 0
  return { sha256, workLogId, taskName, refused, sent }
}

function progressed(
  { photos, confirmed }: WaitingPhotos,
  { sha256, sent }: { sha256: string; sent: number },
) {
  const moved = photos.map((photo) => (photo.sha256 === sha256 ? { ...photo, sent } : photo))
  return { confirmed, photos: moved }
}
