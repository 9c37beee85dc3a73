import { serveOperation } from '../serve.ts'
import { signForEvm } from '../sign-evm.ts'

serveOperation(signForEvm)
