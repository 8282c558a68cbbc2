/** Marathi. A sample, as `words/mr.ts`. */
import type { NewsTexts } from '#app/programme/worker/news-words.ts'

export const words: NewsTexts = {
  greeting: 'नमस्कार {name} ताई,',
  titles: {
    new_task: 'नवीन काम',
    do_again: 'हे काम पुन्हा करा',
    paid: 'पैसे पाठवले',
    due_tomorrow: '{day} पर्यंत पूर्ण करा',
    withdrawn: 'काम रद्द झाले',
  },
  newTask: '{task}: {amount}, {pay} मिळतील, {day} पर्यंत',
  doAgain: '{task}. कारण: {reason}',
  paid: 'तुम्हाला {pay} पाठवले आहेत',
  reference: 'व्यवहार क्रमांक {text}',
  dueTomorrow: '{task}: तोपर्यंत फोटो पाठवा',
  withdrawn: '{task}: हे काम आता करायचे नाही',
  more: {
    one: 'आणखी {count} संदेश: तुमचे काम पाहा.',
    other: 'आणखी {count} संदेश: तुमचे काम पाहा.',
  },
  link: 'तुमचे काम पाहा: {link}',
  which: 'कोणते संदेश हवे आहेत?',
  kinds: {
    new_task: 'नवीन काम मिळाले',
    do_again: 'काम पुन्हा करायचे आहे',
    paid: 'पैसे पाठवले',
    due_tomorrow: 'काम उद्यापर्यंत द्यायचे आहे',
    withdrawn: 'काम रद्द झाले',
  },
  byCoordinator: 'तुमच्या समन्वयक {phone} वर व्हॉट्सॲप किंवा SMS पाठवतात.',
  noPhone: 'मोबाइल नंबरशिवाय तुम्हाला संदेश पाठवता येत नाहीत. "माझी कमाई" मध्ये नंबर लिहा.',
  save: 'सेव्ह करा',
  saved: 'झाले',
  failed: 'झाले नाही. नेटवर्क पाहून पुन्हा करा.',
}
