export { freePort } from '../copies/free-port.ts'
