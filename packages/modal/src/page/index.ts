'use client'

export {
  type ConnectButtonDescription,
  connectButtonCss,
  describeConnectButton,
} from './describe-connect-button.ts'
