import { exportWallet } from '../export.ts'
import { serveOperation } from '../serve.ts'

serveOperation(exportWallet)
