import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'app',
  ssr: true,
  // The whole URL table is small. Sending it with the first page saves a request per navigation.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
