/** Paths of every public page in a language, as the server's own map of the site tells them to search engines. */
export async function publicAddresses(origin: string, language: 'es' | 'en'): Promise<readonly string[]> {
  const response = await fetch(new URL('/sitemap.xml', origin))
  const paths = Array.from((await response.text()).matchAll(/<loc>([^<]+)<\/loc>/g), ([, address = '']) => new URL(address).pathname)
  return paths.filter((path) => (path === '/en' || path.startsWith('/en/')) === (language === 'en'))
}
