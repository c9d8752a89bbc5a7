/** Addresses that become `kate@example.com` in lower case, by NFKC, in a collation or on screen, but belong to someone else. */
export const LOOK_ALIKE = [
  '\u212aate@example.com',
  'kate@e\uff58ample.com',
  'k\u0430te@example.com',
  'k\u00e1te@example.com',
  '\uff4bate@example.com',
  'kate@example.com\u0000',
  'kate\u200b@example.com',
  'kate@example.com ',
  'kate@example.com\n',
]
