declare module 'web-push' {
  type Subscription = { endpoint: string; keys: { p256dh: string; auth: string } }
  type Options = {
    vapidDetails: { subject: string; publicKey: string; privateKey: string }
    TTL: number
    urgency: 'very-low' | 'low' | 'normal' | 'high'
    topic: string
    contentEncoding: 'aes128gcm'
  }
  type Request = { method: string; headers: Record<string, string | number>; body: Buffer; endpoint: string }
  const library: {
    /** The request that a push service gets, encrypted and signed. Throws for keys that are none. */
    generateRequestDetails(subscription: Subscription, payload: string, options: Options): Request
  }
  export default library
}
