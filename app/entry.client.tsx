import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { listenToBack } from '#app/kit/back-button.ts'
import { trustedTypes } from '#app/kit/trusted-types.ts'

/** All that React writes as markup: texts without any, an empty script, which never runs, and places for the server's notices. */
const WRITTEN = /^([^<]*|<script><\/script>|<!--[\w-]+-->)$/

trustedTypes('default', {
  createHTML(text) {
    if (WRITTEN.test(text)) return text
    reportError(new Error('Markup was refused'))
    return ''
  },
})

listenToBack()

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  )
})
