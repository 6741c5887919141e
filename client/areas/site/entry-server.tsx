/** The built renderer: what makes a page a document, and which of the client's files such a document names. */
export { siteAssets } from 'virtual:site-assets'
export { renderDocument } from './render-document.tsx'
