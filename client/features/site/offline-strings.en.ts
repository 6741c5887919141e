import type { Translated } from '#client/i18n/text.ts'
import type { offlineEs } from './offline-strings.es.ts'

export const offlineEn: Translated<typeof offlineEs> = {
  copy: ({ day }) => `Copy of ${day}: the page is shown as it was on that day.`,
  absentTitle: 'No connection',
  absentBody: 'This page is not kept on this device. Once the connection is back, it will be here.',
  retry: 'Try again',
  keptPages: 'Pages kept on this device',
  keptNone: 'No pages are kept on this device yet.',
  keptOn: ({ day }) => `copy of ${day}`,
  saveTitle: 'Save the site to read offline',
  saveLead: ({ pages, size }) =>
    `${pages} pages in both languages, with their pictures and data: ${size}. They stay on this device and can be read without a connection.`,
  room: ({ size }) => `Space available for this site: ${size}.`,
  roomShort: ({ size }) => `Only ${size} is available, which may not be enough. Free some space before you save.`,
  measuring: 'Working out the size…',
  save: 'Save',
  resume: 'Continue',
  update: 'Update the copy',
  stop: 'Stop',
  close: 'Close',
  saving: ({ done, all }) => `Saved ${done} of ${all}`,
  stopped: ({ done, all }) => `Stopped: ${done} of ${all} are saved. You can continue whenever you like.`,
  saved: ({ pages, size }) => `Done: ${pages} pages, ${size}. They can now be read offline.`,
  savedOn: ({ day }) => `This device has kept the whole site since ${day}.`,
  remove: 'Remove the copy from this device',
  removed: 'The copy was removed from this device.',
  failedNetwork: 'The connection broke off. What was saved stays; you can continue once it is back.',
  failedRoom: 'The device ran out of space. Free some space and continue: what was saved stays.',
  failedMeasure: 'The size of the site could not be asked for. Check the connection and try again.',
  progress: 'Progress',
}
