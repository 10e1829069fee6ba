import streams from '@eventstore/db-client/generated/streams_pb.js'
import { assert, integer, option, property, uint8Array } from 'fast-check'
import { expect, it } from 'vitest'

import { dataOf, encodeReadEvent, encodeRecordedEvent } from './recorded-event.ts'

const recorded = (data: Uint8Array) =>
  encodeRecordedEvent(
    { id: 'f47ac10b-58cc-4372-a567-0e02b2c3d479', type: 'T', contentType: 'application/json', data, metadata: new Uint8Array() },
    { stream: 's', revision: '7', position: 9, created: 1_700_000_000_000 },
  )

it('encodes what a protobuf reader decodes to the same, for every size of event and position', () => {
  assert(
    property(
      option(uint8Array({ maxLength: 40_000 }), { nil: undefined }),
      option(uint8Array({ maxLength: 300 }), { nil: undefined }),
      integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
      (event, link, position) => {
        const bytes = encodeReadEvent(event && recorded(event), position, link && recorded(link))
        const decoded = streams.ReadResp.deserializeBinary(bytes).getEvent()
        expect(decoded?.getCommitPosition()).toBe(String(position))
        expect(decoded?.getEvent()?.getData_asU8()).toEqual(event)
        expect(decoded?.getLink()?.getData_asU8()).toEqual(link)
      },
    ),
  )
})

it('counts time in ticks of 100 ns', () => {
  const decoded = streams.ReadResp.ReadEvent.RecordedEvent.deserializeBinary(recorded(Buffer.from('{}')))
  expect(decoded.getMetadataMap().get('created')).toBe('17000000000000000')
  expect(dataOf(recorded(Buffer.from('{}')))).toBe('{}')
})
