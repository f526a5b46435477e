/** Words of Vietnamese texts, which puts a blank behind each syllable: most words have two, and no sign says which belong together. */

/** Letters that no other language has; Romanian has ă, Croatian đ, Yoruba and Igbo letters with a dot below. */
const VIETNAMESE = /[ơưảẻỉỏủỷ\u1ea4-\u1eb7\u1ebe-\u1ec7\u1ed0-\u1ee3\u1ee8-\u1ef1]/iu;

/** Words of software work, which also show where the words around them begin. */
const COMPOUNDS = new Set(
  `an toàn, bàn phím, bảng điều khiển, bảo mật, bảo trì, bất đồng bộ, bí mật, biến môi trường, biên dịch, bộ nhớ, bộ nhớ đệm, bộ đệm, bộ thu,
  cài đặt, cảm biến, cảnh báo, cấu hình, chứng chỉ, chức năng, cơ sở dữ liệu, con trỏ, công cụ, cửa sổ, cập nhật, dịch vụ, dòng lệnh, dung lượng, dữ liệu,
  điện thoại, địa chỉ, đăng nhập, đăng xuất, đăng ký, định dạng, định tuyến, đồng bộ, đồng hồ, độ trễ, đối chiếu, đường dẫn, đường truyền, gỡ lỗi, giao dịch,
  giao diện, giao thức, giải phóng, giám sát, giới hạn, gói tin, hàng đợi, hệ thống, hệ điều hành, hiệu năng, hiệu suất, hình ảnh, hóa đơn, hết hạn,
  kết nối, khách hàng, khóa học, khởi động, khôi phục, kiểm thử, kiểm tra, kiến trúc, kho lưu trữ, lập lịch, lập trình, lịch sử, lưu lượng, lưu trữ, luồng,
  mã hóa, mã nguồn, mã thông báo, mật khẩu, máy chủ, máy khách, máy tính, máy ảo, mô hình, môi trường, múi giờ, nâng cấp, ngân hàng, ngoại lệ, ngôn ngữ,
  người dùng, nhật ký, nhiệt độ, phần cứng, phần mềm, phân quyền, phân vùng, phiên bản, phiên làm việc, phản hồi, quản trị, quyền truy cập, quá tải, rò rỉ,
  sao lưu, sản phẩm, số tiền, tài khoản, tài liệu, tải lên, tải xuống, tập lệnh, tập tin, tệp tin, tham số, thanh toán, thất bại, thiết bị, thông báo, thời gian,
  thời gian chờ, thuật toán, thư mục, thư viện, tiến trình, tìm kiếm, tính năng, trạng thái, triển khai, trình duyệt, trung tâm, truy cập, truy vấn, tự động,
  ứng dụng, vệ tinh, vòng lặp, xác minh, xác thực, xử lý, yêu cầu`
    .normalize('NFC')
    .split(',')
    .map((word) => word.trim()),
);
const LONGEST_COMPOUND = 4;

const SYLLABLE = /^\p{L}{1,7}$/u;
const isSyllable = (word: string) => SYLLABLE.test(word) && word.slice(1) === word.slice(1).toLowerCase();

/** A letter of no text: it keeps the syllables of a word together. */
const JOINT = '\u02bc';

/** The words of a phrase, which no sign interrupts: what is known, and what is left of two syllables between those and stop words. */
function joined(phrase: string, isStopWord: (word: string) => boolean): string {
  const syllables = phrase.split(/\s+/).filter((one) => one !== '');
  const words: string[] = [];
  let loose: string[] = [];
  const endLoose = () => {
    words.push(...(loose.length === 2 ? [loose.join(JOINT)] : loose));
    loose = [];
  };
  for (let at = 0; at < syllables.length;) {
    const rest = syllables.slice(at, at + LONGEST_COMPOUND);
    while (rest.length > 1 && !COMPOUNDS.has(rest.join(' ').toLowerCase())) rest.pop();
    const [first = ''] = rest;
    if (rest.length === 1 && isSyllable(first) && !isStopWord(first.toLowerCase())) loose.push(first);
    else {
      endLoose();
      words.push(rest.join(JOINT));
    }
    at += rest.length;
  }
  endLoose();
  // Signs within names, as in DATABASE_URL, stay where they are.
  return phrase.replace(/\S[\s\S]*\S|\S/u, words.join(' '));
}

/** A Vietnamese text with the syllables of its words joined; others stay as they are. `apart` reads a word of it. */
export function vietnameseJoined(text: string, isStopWord: (word: string) => boolean): string {
  if (!VIETNAMESE.test(text)) return text;
  return text
    .split(/([^\p{L}\p{M}\p{N}\s]+|\n)/u)
    .map((phrase, at) => (at % 2 === 0 ? joined(phrase, isStopWord) : phrase))
    .join('');
}

/** A word whose syllables were joined, as it is written. */
export const apart = (word: string): string => word.replaceAll(JOINT, ' ');
