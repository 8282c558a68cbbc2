import { data, type MiddlewareFunction } from 'react-router'
import { requestContext } from '#app/request/context.server.ts'
import { rootData } from '#app/request/root-data.server.ts'
import { isOpen } from '#shop/features.ts'

/** Pages of what the settings have switched off are not there. No loader runs, so the frame's data come with the 404. */
export const refuseDisabledFeature: MiddlewareFunction<Response> = async ({ pattern, context }, next) => {
  const asked = context.get(requestContext)
  if (isOpen(`/${pattern}`, asked.ctx.config.features)) return next()
  throw data(rootData(asked), { status: 404 })
}
