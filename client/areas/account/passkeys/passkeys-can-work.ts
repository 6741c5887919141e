/** Addresses of numbers, to which no passkey can belong: IPv6 stands between brackets. */
const numbers = /^(?:\d+\.){3}\d+$|^\[/

/** Whether this browser makes passkeys at all, at an address such as this one (PK1). */
export const passkeysCanWork = (): boolean =>
  globalThis.isSecureContext && 'PublicKeyCredential' in globalThis && !numbers.test(location.hostname)
