/** Hindi. */
import type { NewsTexts } from '#app/programme/worker/news-words.ts'

export const words: NewsTexts = {
  greeting: 'नमस्ते {name} जी,',
  titles: {
    new_task: 'नया काम',
    do_again: 'यह काम दोबारा करें',
    paid: 'पैसे भेज दिए',
    due_tomorrow: '{day} तक पूरा करें',
    withdrawn: 'काम रद्द हुआ',
  },
  newTask: '{task}: {amount}, {pay} मिलेंगे, {day} तक',
  doAgain: '{task}। वजह: {reason}',
  paid: 'आपको {pay} भेज दिए हैं',
  reference: 'लेन-देन नंबर {text}',
  dueTomorrow: '{task}: तब तक फ़ोटो भेज दें',
  withdrawn: '{task}: यह काम अब नहीं करना है',
  more: {
    one: 'और {count} संदेश: अपना काम देखें।',
    other: 'और {count} संदेश: अपना काम देखें।',
  },
  link: 'अपना काम देखें: {link}',
  which: 'कौन-से संदेश चाहिए?',
  kinds: {
    new_task: 'नया काम मिला',
    do_again: 'काम दोबारा करना है',
    paid: 'पैसे भेजे गए',
    due_tomorrow: 'काम कल तक देना है',
    withdrawn: 'काम रद्द हुआ',
  },
  byCoordinator: 'आपकी कोऑर्डिनेटर {phone} पर व्हाट्सऐप या SMS भेजती हैं।',
  noPhone: 'मोबाइल नंबर के बिना आपको संदेश नहीं भेज सकते। "मेरी कमाई" में नंबर लिखें।',
  save: 'सेव करें',
  saved: 'हो गया',
  failed: 'नहीं हो पाया। नेटवर्क देखकर फिर से करें।',
}
