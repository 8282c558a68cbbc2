import type { Page } from '@playwright/test'

/** Gives the browser a voice for each of these language tags; `window.spoken` records the texts that it reads. */
export async function giveVoices(page: Page, tags: string[]): Promise<void> {
  await page.addInitScript((languages: string[]) => {
    const voices = languages.map((lang) => ({ lang, name: lang }) as SpeechSynthesisVoice)
    const spoken: [string, string][] = []
    const utterances: SpeechSynthesisUtterance[] = []
    class Utterance extends EventTarget {
      lang = ''
      voice: SpeechSynthesisVoice | null = null
      rate = 1
      text: string
      constructor(text: string) {
        super()
        this.text = text
      }
    }
    const speechSynthesis = {
      getVoices: () => voices,
      addEventListener: () => {},
      removeEventListener: () => {},
      cancel: () => {
        for (const utterance of utterances.splice(0)) utterance.dispatchEvent(new Event('error'))
      },
      speak: (utterance: SpeechSynthesisUtterance) => {
        utterances.push(utterance)
        spoken.push([utterance.lang, utterance.text])
      },
    }
    for (const [name, value] of Object.entries({
      speechSynthesis,
      SpeechSynthesisUtterance: Utterance,
      spoken,
    }))
      Object.defineProperty(window, name, { value, configurable: true })
  }, tags)
}

/** The language and text of each utterance that the page has read aloud. */
export function readSpokenTexts(page: Page): Promise<[string, string][]> {
  return page.evaluate(() => (window as unknown as { spoken: [string, string][] }).spoken)
}
