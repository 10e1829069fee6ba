import { type KeyObject, sign, X509Certificate } from 'node:crypto'

function der(tag: number, ...content: readonly Buffer[]): Buffer {
  const said = Buffer.concat(content)
  const length = said.length < 0x80 ? [said.length] : [0x82, said.length >> 8, said.length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...length]), said])
}

const [INTEGER, BIT_STRING, NULL, OBJECT, UTF8, TIME, SEQUENCE, SET] = [0x02, 0x03, 0x05, 0x06, 0x0c, 0x18, 0x30, 0x31]
const sha256WithRsa = der(SEQUENCE, der(OBJECT, Buffer.from('2a864886f70d01010b', 'hex')), der(NULL))
const commonName = der(OBJECT, Buffer.from('550403', 'hex'))
const time = (at: string): Buffer => der(TIME, Buffer.from(at.replaceAll(/[-:T]|\.\d+/g, '')))

interface Of {
  readonly name: string
  readonly from: string
  readonly until: string
  readonly publicKey: KeyObject
  readonly privateKey: KeyObject
}

export function selfSigned({ name, from, until, publicKey, privateKey }: Of): string {
  const named = der(SEQUENCE, der(SET, der(SEQUENCE, commonName, der(UTF8, Buffer.from(name)))))
  const validity = der(SEQUENCE, time(from), time(until))
  const serial = der(INTEGER, Buffer.from([1]))
  const said = der(SEQUENCE, serial, sha256WithRsa, named, validity, named, publicKey.export({ format: 'der', type: 'spki' }))
  const signature = der(BIT_STRING, Buffer.from([0]), sign('sha256', said, privateKey))
  return new X509Certificate(der(SEQUENCE, said, sha256WithRsa, signature)).toString()
}
