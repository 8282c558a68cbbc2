import type { PhotoState } from '#app/phone/waiting-photo.ts'
import { Icon } from '#app/ui/kit/icon.tsx'
import { useWords } from '#app/ui/worker/language.ts'

/** The photos that wait on this phone, with how far each has come. */
export function WaitingList({ photos }: { photos: PhotoState[] }) {
  const words = useWords()
  if (photos.length === 0) return null
  const retry = (photo: PhotoState) => async () => {
    const { forgetPhoto } = await import('#app/phone/at-home.ts')
    await forgetPhoto(photo)
  }
  return (
    <section className="panel">
      <h2>{words.yourPhotos}</h2>
      <ul className="task-rows">
        {photos.map((photo) => (
          <li key={photo.workLogId + photo.sha256}>
            <span className="task-icon">
              <Icon name={photo.refused ? 'circle-x' : photo.sent > 0 ? 'send' : 'clock'} />
            </span>
            <p>
              <b>{photo.taskName}</b>
              <span>{photo.refused ?? (photo.sent > 0 ? words.sendingNow : words.waitingForNetwork)}</span>
            </p>
            {photo.refused && (
              <button type="button" className="go alt" onClick={retry(photo)}>
                {words.remove}
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
