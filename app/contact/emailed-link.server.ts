import { data, type RouterContextProvider } from 'react-router'
import { shopCtx } from '#app/request/context.server.ts'
import type { Ctx } from '#shop/ctx.ts'

/** Returns the token of an emailed link, or ''. */
export function linkToken({ url }: Request): string {
  return new URL(url).searchParams.get('token') ?? ''
}

/** Runs the action of an emailed link. Answers 404 if the link does not work. */
export async function followLink<T extends { ok: boolean }>(
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
  follow: (ctx: Ctx, token: string) => Promise<T>,
) {
  const answer = await follow(shopCtx(context), linkToken(request))
  return data(answer, { status: answer.ok ? 200 : 404 })
}
