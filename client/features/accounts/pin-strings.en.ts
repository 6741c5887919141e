import type { Translated } from '#client/i18n/text.ts'
import type { pinEs } from './pin-strings.es.ts'

export const pinEn = {
  lockedTitle: 'Enter your PIN',
  lockedLead: 'What you keep on this computer is encrypted. Nothing was lost: your PIN opens it.',
  pin: 'PIN',
  unlock: 'Unlock',
  wrong: 'That PIN is not right.',
  wait: 'That PIN is not right. You can try again in {{time}}.',
  exhausted: 'The PIN was wrong ten times. Nothing was lost: from here on only your password opens it, with a connection.',
  forgot: 'I forgot my PIN',
  forgotHint: 'Sign in with your password and choose another one. What has not been sent is still here.',
  forgotOffline: 'Choosing another PIN takes a connection once: your password opens what the PIN locks.',
  otherPerson: 'Sign in as someone else',
  opening: 'Opening what this computer keeps…',
  chooseTitle: 'Choose a new PIN',
  chooseLead: 'Your password opened what this computer keeps. The former PIN no longer works.',
  cardTitle: 'PIN lock on this computer',
  cardLead:
    'For computers that other people use too. What this computer keeps is encrypted, and after a while without use, or when the browser closes, it asks for your PIN.',
  protects:
    'It protects you from whoever opens this browser while you are away: without the PIN they see neither your answers nor your files.',
  protectsNot:
    'It does not protect you from malicious software, from whoever administers the computer, from someone looking at an unlocked screen or, in the long run, from a specialist who copies the disk: a longer PIN makes that harder.',
  protectsOpen: 'Your name and e-mail address stay visible, and how many changes are waiting; not what they say.',
  protectsForgotten: 'If you forget the PIN, your password opens everything, with a connection. Nothing you wrote is lost.',
  faqLink: 'More in the frequently asked questions',
  set: 'Turn the PIN on',
  newPin: 'New PIN',
  newPinHint: 'Six or more digits, letters or both. 123456 and 111111 will not do.',
  repeatPin: 'Repeat the PIN',
  short: 'The PIN needs at least six characters.',
  simple: 'That PIN is too easy to guess.',
  differ: 'The two PINs are not the same.',
  minutes: 'Lock after',
  minutesOf: '{{n}} minutes without use',
  needsServer: 'To turn it on, this computer must have been online once: that is how your password can open it if you forget the PIN.',
  isSet: 'The PIN is on. What this computer keeps is encrypted.',
  lockNow: 'Lock now',
  change: 'Change the PIN',
  remove: 'Turn the PIN off',
  removeLead: 'What this computer keeps will no longer be encrypted. Nothing is lost.',
  currentPin: 'Current PIN',
  save: 'Save',
  cancel: 'Cancel',
  wasSet: 'PIN on: what this computer keeps is encrypted.',
  sessionDue:
    'Without a connection your session on this computer could not be renewed. The one that was stored works until there is a connection and it renews itself: connect before you leave the computer.',
  wasChanged: 'PIN changed.',
  wasRemoved: 'PIN off.',
  pages: 'Another tab of the platform is still open and did not answer. Close it and try again. Nothing has changed.',
  room: 'There is not enough room on this computer to encrypt what it keeps. Nothing has changed. Free some space and try again.',
  failed: 'This browser could not do it. Nothing has changed: your data is as it was.',
  sealing: 'Encrypting what this computer keeps…',
  clearing: 'Removing the encryption from this computer…',
  movingLead: 'It may take a few seconds. If it is interrupted, nothing is lost.',
  movingShare: '{{n}}%',
  helpTitle: 'Your data on this computer',
  helpLead: 'What the platform keeps on the computer you use, and what each measure really protects.',
  helpWhat: 'What is kept on this computer?',
  helpWhatAnswer:
    'Your answers, what you have half written, the files you attach and what the platform has shown you, so that you can work without a connection. All of it stays in this browser until you sign out, and goes when you do. Nothing you wrote is deleted before it has been sent, unless you ask for it.',
  helpPin: 'What does the PIN protect me from?',
  helpPinAnswer:
    'From whoever opens this browser, or copies its files, while you are away. With the PIN on, everything you wrote, read or attached is encrypted on the disk at every moment, even if the browser is killed. Without the PIN nobody can read it or use your session.',
  helpNot: 'What does it not protect me from?',
  helpNotAnswer:
    'From malicious programs or ones that record what you type, from whoever administers the computer, or from someone who looks at or uses an unlocked screen: lock it before you get up. Your name, your e-mail address, your institution, and how many changes there are, of when and of what size, stay visible. A PIN of six digits stops a curious colleague; it does not stop a specialist with a copy of the disk and days to spare: use a longer one.',
  helpBefore: 'And what was kept before I turned the PIN on?',
  helpBeforeAnswer:
    'When you turn it on, everything this computer keeps is encrypted and your session is renewed: the one that was on the disk no longer opens anything. Without a connection that last step waits for the next one, and you are told. But a browser does not overwrite what it deletes: what you read or wrote here before turning the PIN on may remain in its internal files, and a specialist who copies the disk could read it. On a shared computer, turn the PIN on as soon as you first sign in, before you start working.',
  helpForgot: 'What if I forget the PIN, or mistype it?',
  helpForgotAnswer:
    'Nothing is lost. On the lock screen choose “I forgot my PIN” and sign in with your password: the server opens what is yours and you choose another PIN. It takes a connection once. After three wrong PINs you have to wait; after ten only your password opens it. Nothing is ever deleted because of a mistake.',
  helpCopy: 'And the copy that I can export?',
  helpCopyAnswer:
    'The copy of what has not been sent is encrypted for the server: only the server opens it, for you. If you give it a passphrase, that opens it too, without a connection. If this computer does not know the server yet, you are told who will be able to open it before you export it. Neither the PIN nor the passphrase is stored anywhere.',
} satisfies Translated<typeof pinEs>
