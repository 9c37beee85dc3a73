export const ready = (window: string) => ({
  type: 'latchkey-frame-ready',
  window,
  site: 'https://shop.example',
  label: 'ada@shop.example',
})

export const vaultAccount = {
  account: 'acc',
  identities: [{ kind: 'email', label: 'ada@shop.example' }],
  publics: null,
  split: null,
  newest: null,
  methods: [
    {
      id: 'm1',
      kind: 'passkey',
      publicKey: '',
      credential: '',
      salt: '',
      isSynced: true,
      createdAt: 1_760_000_000_000,
    },
  ],
  devices: [
    {
      id: 'd1',
      site: 'https://shop.example',
      label: 'Chrome on Linux',
      createdAt: 0,
      usedAt: 1_763_000_000_000,
      isThis: true,
    },
    {
      id: 'd2',
      site: 'https://games.example',
      label: 'Safari on iPhone',
      createdAt: 0,
      usedAt: 1_762_000_000_000,
      isThis: false,
    },
  ],
}

/** Another device's request to the operator, as a device with a share is told of it. */
export const foreignRequest = {
  device: 'd3',
  label: 'Firefox on Windows',
  site: 'https://shop.example',
  isConfirmed: true,
  askedAt: 1_763_000_000_000,
  opensAt: 1_763_259_200_000,
}
/** This device's own request to the operator. */
export const ownRequest = {
  ...foreignRequest,
  device: 'd1',
  isConfirmed: false,
  number: '12345678',
}

export const history = {
  lines: [
    {
      at: 1_763_000_000_000,
      what: 'share-released export',
      label: 'Chrome on Linux',
      site: 'https://shop.example',
    },
    {
      at: 1_762_900_000_000,
      what: 'recovery-asked',
      label: 'Firefox on Windows',
      site: 'https://shop.example',
    },
    { at: 1_762_800_000_000, what: 'signed-in email', label: null, site: null },
  ],
}
