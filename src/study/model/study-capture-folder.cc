// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "study-capture-folder.h"

#include "study-error.h"

#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>

namespace ns3
{

namespace
{

/// Of a file, bytes (libpcap: struct pcap_file_header).
constexpr std::uintmax_t FILE_HEADER{24};
/// Of a packet, bytes (libpcap: struct pcap_sf_pkthdr).
constexpr std::uintmax_t PACKET_HEADER{16};
/// Where a packet's header has the number of bytes that follow.
constexpr std::uintmax_t CAPTURED_LENGTH{8};

/// @return whether packets fill a capture in the byte order of this machine
bool
IsWhole(const std::filesystem::path& path)
{
    const std::uintmax_t size = std::filesystem::file_size(path);
    std::ifstream file(path, std::ios::binary);
    std::uintmax_t end = FILE_HEADER;
    while (end + PACKET_HEADER <= size)
    {
        uint32_t length{0};
        file.seekg(static_cast<std::streamoff>(end + CAPTURED_LENGTH));
        file.read(reinterpret_cast<char*>(&length), sizeof(length));
        end += PACKET_HEADER + length;
    }
    return file && end == size;
}

} // namespace

StudyCaptureFolder::StudyCaptureFolder(const std::string& prefix)
    : m_prefix(prefix)
{
    std::string folder = prefix + ".XXXXXX";
    if (!mkdtemp(folder.data()))
    {
        throw StudyError("cannot make the folder '" + folder + "': " + std::strerror(errno));
    }
    m_folder = folder;
}

StudyCaptureFolder::~StudyCaptureFolder()
{
    std::error_code ignored;
    std::filesystem::remove_all(m_folder, ignored);
}

std::string
StudyCaptureFolder::GetPrefix() const
{
    return (m_folder / m_prefix.filename()).string();
}

std::vector<std::string>
StudyCaptureFolder::Publish(const std::vector<std::string>& captures) const
{
    for (const auto& capture : captures)
    {
        Require(IsWhole(capture),
                "cannot write the capture '" + std::filesystem::path(capture).filename().string() +
                    "': it ends within a packet; is the disk full?");
    }
    std::vector<std::string> names;
    for (const auto& capture : captures)
    {
        const auto name = m_prefix.parent_path() / std::filesystem::path(capture).filename();
        std::error_code error;
        std::filesystem::rename(capture, name, error);
        Require(!error, "cannot write '" + name.string() + "': " + error.message());
        names.push_back(name.string());
    }
    return names;
}

std::string
StudyCaptureFolder::Explain(const std::string& fatalError) const
{
    // An assertion of ns-3 on its stream, which names the source file but no capture.
    if (fatalError.find("pcap-file.cc") == std::string::npos)
    {
        return fatalError;
    }
    return "cannot write the captures '" + m_prefix.string() +
           "-*.pcap': the disk is full, or a file may not become as large";
}

} // namespace ns3
