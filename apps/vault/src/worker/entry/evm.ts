import { serveOperation } from '../serve-operation.ts'
import { signForEvm } from '../sign-evm.ts'

serveOperation(signForEvm)
