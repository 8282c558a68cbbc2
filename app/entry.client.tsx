import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { listenToBack } from '#app/kit/back-button.ts'
import { followPageTranslation } from '#app/kit/page-translation.ts'
import { makePolicy } from '#app/kit/trusted-types.ts'

makePolicy()
listenToBack()
followPageTranslation()

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  )
})
