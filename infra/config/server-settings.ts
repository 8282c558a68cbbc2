import { z } from 'zod'
import { onOff, text, textOr, unlessEmpty, webOrigin, whole } from '#infra/config/parsers.ts'

/** Where the program listens, whom it believes, and what it says of itself. */
export const serverEnvironment = {
  HOST: textOr('127.0.0.1'),
  PORT: whole(3000, 0, 65_535),
  ORIGIN: unlessEmpty(webOrigin.optional()),
  TRUST_PROXY: onOff('off'),
  RATE_LIMITS: onOff('on'),
  LOG_LEVEL: unlessEmpty(z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug']).default('info')),
  METRICS_TOKEN: text,
  METRICS_PORT: unlessEmpty(z.coerce.number().int().min(1).max(65_535).optional()),
  METRICS_HOST: textOr('127.0.0.1'),
}

export type ServerSettings = {
  host: string
  port: number
  /** The public address, without a trailing slash. */
  origin: string
  trustProxy: boolean
  rateLimits: boolean
  logLevel: string
  /** The token that /metrics requires. Null: open in a demonstration, absent in a real shop. */
  metricsToken: string | null
  /** A port for /metrics alone, on `metricsHost`. */
  metricsPort: number | null
  metricsHost: string
}

export function serverOf(env: z.infer<z.ZodObject<typeof serverEnvironment>>): ServerSettings {
  return {
    host: env.HOST,
    port: env.PORT,
    origin: (env.ORIGIN ?? `http://${env.HOST}:${env.PORT}`).replace(/\/+$/, ''),
    trustProxy: env.TRUST_PROXY === 'on',
    rateLimits: env.RATE_LIMITS === 'on',
    logLevel: env.LOG_LEVEL,
    metricsToken: env.METRICS_TOKEN ?? null,
    metricsPort: env.METRICS_PORT ?? null,
    metricsHost: env.METRICS_HOST,
  }
}
