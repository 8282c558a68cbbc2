import type { KeepScreens } from '#app/worker/offline/offline-client.ts'
import { countAllWaiting } from '#app/worker/offline/phone-store.ts'
import { WORKER_HOME } from '#app/worker/paths.ts'
import { wordsIn } from '#app/worker/words.ts'
import { LANGUAGES, type Language } from '#shop/programme/worker.ts'

const STYLE = `body{margin:0;font:1.25rem/1.5 system-ui,sans-serif;background:#fbf3e4;color:#290d0f}
main{padding:2rem 1.25rem;max-width:34rem;margin:auto;display:grid;gap:1.5rem}h1{font-size:1.625rem;line-height:1.25;margin:0 0 .5rem}
p{margin:0 0 .5rem}a{display:block;padding:1.125rem;border-radius:.75rem;background:#290d0f;color:#fff;font-weight:700;text-align:center;text-decoration:none}`

/**
 * What the phone shows without a network where no screen is kept: nothing of anybody's but how much waits. In the
 * owner's language; in every language when nobody is signed in. `notSent`: the page whose form could not be sent.
 */
export async function offlinePage(
  owner: Pick<KeepScreens, 'language'> | null,
  notSent: string | null = null,
): Promise<Response> {
  const languages = LANGUAGES.filter((one) => !owner || one === owner.language)
  const waiting = await countAllWaiting().catch(() => 0)
  const parts = languages.map((language) => part(language, waiting, owner !== null, notSent)).join('')
  const html = `<!doctype html><html lang="${languages[0] ?? 'en'}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${wordsIn(languages[0] ?? 'en').title}</title><style>${STYLE}</style></head><body><main>${parts}</main></body></html>`
  return new Response(html, { status: 503, headers: { 'content-type': 'text/html; charset=utf-8' } })
}

function part(language: Language, waiting: number, isSignedIn: boolean, notSent: string | null): string {
  const words = wordsIn(language)
  const lines = [
    notSent !== null ? words.needsNetwork : isSignedIn ? words.notKept : words.signInLater,
    ...(waiting > 0 ? [words.waitingHere(waiting)] : []),
  ]
  return `<section lang="${language}"><h1>${words.noNetwork}</h1>${lines.map((line) => `<p>${line}</p>`).join('')}<a href="${escaped(notSent ?? WORKER_HOME)}">${words.tryAgain}</a></section>`
}

function escaped(path: string): string {
  return path.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
